/** Fields that the document does not state, in all three calls (D-01). */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { post, startPayment, startSandbox } from '../support/sandbox.ts';

async function setup(unknownFields: string) {
	const { url } = await startSandbox({ settings: { validation: { unknownFields } } });
	const { sessionId, bankId, cardId } = await startPayment(url, { paymentReference: 'another' });
	const bodies = {
		paymentOptions: paymentOptionsExample,
		paymentSuboptions: { sessionId, paymentOptionId: bankId },
		hybridPayment: { sessionId, paymentOptionId: cardId },
	};
	return (call: keyof typeof bodies, extra: object) =>
		post(url + servicePaths[call], { ...bodies[call], ...extra });
}

const calls = ['paymentOptions', 'paymentSuboptions', 'hybridPayment'] as const;
const extra = { colour: 'red' };

test.each(calls)('%s warns of an unknown field, and names the gap', async (call) => {
	const ask = await setup('warn');
	const plain = await ask(call, {});
	const { status, headers } = await ask(call, extra);
	expect(status).toBe(200);
	expect(headers.get(headerNames.warnings)?.split(',')).toContain('unknown_field');
	expect(headers.get(headerNames.assumptions)?.split(',')).toContain('D-01');
	expect(plain.headers.get(headerNames.warnings) ?? '').not.toContain('unknown_field');
	expect(plain.headers.get(headerNames.assumptions)).not.toContain('D-01');
});

test.each(calls)(
	'with "ignore", %s accepts an unknown field without a warning, and names the gap',
	async (call) => {
		const ask = await setup('ignore');
		const { status, headers } = await ask(call, extra);
		expect([status, headers.get(headerNames.warnings)]).toEqual([200, null]);
		expect(headers.get(headerNames.assumptions)?.split(',')).toContain('D-01');
	},
);

test.each(calls)(
	'with "reject", %s refuses an unknown field together with the other errors',
	async (call) => {
		const ask = await setup('reject');
		expect((await ask(call, {})).status).toBe(200);
		const wrong = call === 'paymentOptions' ? { amount: -1 } : { sessionId: 'x' };
		const { status, body } = await ask(call, { ...extra, ...wrong });
		expect(status).toBe(400);
		const params = body.errors.map((error: { param: string }) => error.param);
		expect(params.toSorted()).toEqual([...Object.keys(wrong), 'colour'].toSorted());
		expect(body.assumptions).toContain('D-01');
	},
);
