/** Drift: which responses it changes, and which not. */
import { expect, test } from 'vitest';
import { hybridPaymentResponseSchema } from '../../simulator/contract/hybrid-payment.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { ask, threeCalls } from '../support/ask.ts';
import { post, send, startPayment, startSandbox } from '../support/sandbox.ts';

const schemas = {
	options: paymentOptionsResponseSchema,
	suboptions: paymentSuboptionsResponseSchema,
	hybrid: hybridPaymentResponseSchema,
};

test.each([
	[{}, []],
	[{ additiveFields: true }, ['options', 'suboptions', 'hybrid']],
	[{ envelopeOnOptions: true }, ['options']],
	[{ keyOrder: 'reversed', deprecationHeader: true, extraOptions: 50 }, []],
])('with drift %j, the responses that break their schemas are %j', async (drift, broken) => {
	const sandbox = await startSandbox({ settings: { drift } });
	const answers = await threeCalls(sandbox);
	const names = Object.keys(schemas) as (keyof typeof schemas)[];
	expect(names.filter((name) => !schemas[name].safeParse(answers[name].body).success)).toEqual(
		broken,
	);
});

test('drift adds a field to every object of a response, and keeps the documented fields', async () => {
	const sandbox = await startSandbox({
		settings: {
			drift: { additiveFields: true, envelopeOnOptions: true },
			catalog: { extraData: { valuesShape: 'valueLabel' }, formInputs: 'likeExtraData' },
		},
	});
	const { options, suboptions, hybrid } = await threeCalls(sandbox);
	let objects = 0;
	const strip = (_key: string, value: unknown) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		objects += 1;
		expect(value).toHaveProperty('sandboxDrift');
		const { sandboxDrift: _, ...documented } = value as Record<string, unknown>;
		return documented;
	};
	const stripped = (body: unknown) => JSON.parse(JSON.stringify(body), strip);
	const inner = stripped(options.body);
	expect([inner.statusCode, inner.resultType]).toEqual(['SIM', 'sim_payment_options']);
	paymentOptionsResponseSchema.parse(inner.result);
	paymentSuboptionsResponseSchema.parse(stripped(suboptions.body));
	hybridPaymentResponseSchema.parse(stripped(hybrid.body));
	expect(objects).toBeGreaterThan(50);
});

test('drift ends with its setting, and other endpoints never drift', async () => {
	const sandbox = await startSandbox({
		settings: { drift: { additiveFields: true, keyOrder: 'reversed', deprecationHeader: true } },
	});
	const { headers, body } = await send('GET', sandbox.url + controlPaths.health);
	expect(headers.get('deprecation')).toBeNull();
	expect(body).not.toHaveProperty('sandboxDrift');
	const refused = await post(sandbox.url + servicePaths.hybridPayment, {});
	expect(refused.body).not.toHaveProperty('sandboxDrift');
	expect(refused.headers.get('deprecation')).toBe('@1798761600');
	expect(refused.headers.get(headerNames.assumptions)?.split(',')).toContain('D-24');
});

test('an error with status 200 does not drift', async () => {
	const drift = { additiveFields: true, envelopeOnOptions: true };
	const sandbox = await startSandbox({ settings: { drift, errors: { httpMode: 'always200' } } });
	const { status, body } = await ask(sandbox, { amount: '5' });
	expect([status, body.code]).toEqual([200, 'invalid_body']);
	expect(body).not.toHaveProperty('sandboxDrift');
});

test('the dates of a deprecation follow the clock of the workspace', async () => {
	const settings = { drift: { deprecationHeader: true } };
	const sandbox = await startSandbox({ settings, now: '2027-11-30T23:59:59Z' });
	const dates = async () => {
		const { headers } = await ask(sandbox);
		return [headers.get('deprecation'), headers.get('sunset')];
	};
	expect(await dates()).toEqual(['@1825027200', 'Mon, 01 May 2028 00:00:00 GMT']);
	await sandbox.advance('1s');
	expect(await dates()).toEqual(['@1827619200', 'Thu, 01 Jun 2028 00:00:00 GMT']);
});

test('an option that drift added can be chosen and paid, also after drift is switched off', async () => {
	const sandbox = await startSandbox({ settings: { drift: { extraOptions: 50 } } });
	const { url } = sandbox;
	const { sessionId, paymentOptions } = await startPayment(url);
	const unknown = paymentOptions.at(-1);
	expect([paymentOptions.length, unknown?.name, unknown?.extraData]).toEqual([
		54,
		'Drift option 50',
		[],
	]);
	await sandbox.configure({ drift: null });
	const choice = { sessionId, paymentOptionId: unknown?.paymentOptionId };
	const list = await post(url + servicePaths.paymentSuboptions, choice);
	expect([list.status, list.body.code]).toEqual([409, 'option_has_no_suboptions']);
	const { body } = await post(url + servicePaths.hybridPayment, choice);
	const { body: html } = await send('GET', body.result.redirectUrl);
	expect(html).toContain('Drift option 50');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('1h');
	expect(await sandbox.payment(sessionId)).toMatchObject({
		state: 'confirmed',
		option: { name: 'Drift option 50' },
	});
});
