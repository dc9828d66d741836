/** A client that sends back the settings that it has read changes no delay of a payment. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DurationLaw } from '../simulator/contract/duration.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { profileNames } from '../simulator/settings/profiles.ts';
import { choose, list, options } from './support/calls.ts';
import { campaign } from './support/campaign.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, send, startSandbox } from './support/sandbox.ts';

const law = fc.constantFrom<DurationLaw>(
	'none',
	'never',
	{ fixed: '7s' },
	{ uniform: ['1h', '2h'] },
);
const processing = fc.record(
	{
		default: law,
		card: law,
		bank: law,
		options: fc.dictionary(fc.constantFrom('Card', 'PSE', 'Efecty'), law, { maxKeys: 2 }),
		banks: fc.dictionary(fc.constantFrom('co-pse-01', 'co-pse-02'), law, { maxKeys: 1 }),
		timeout: fc.constantFrom('90m', '30d'),
	},
	{ requiredKeys: [] },
);

/** Pays once by each kind of method, and leaves another payment until its window ends. Returns the states of each payment, with the seconds since its creation. */
async function timelines(sandbox: Sandbox) {
	const methods = ['Card', 'PSE', 'Efecty'].flatMap((name) => [
		{ name, isSubmitted: true },
		{ name, isSubmitted: false },
	]);
	const found = methods.map(async ({ name, isSubmitted }) => {
		const paymentReference = `by-${name}-${isSubmitted}`;
		const { body } = await options(sandbox, { paymentReference });
		const { sessionId } = body;
		const option = body.paymentOptions.find((each: { name: string }) => each.name === name);
		const { paymentOptionId } = option;
		const banks = name === 'PSE' ? await list(sandbox, { sessionId, paymentOptionId }) : null;
		const optionId = banks?.body.result.options[0].id;
		await choose(sandbox, { sessionId, paymentOptionId, optionId });
		const act = `${sandbox.url}${controlPaths.payments}/${sessionId}/act`;
		if (isSubmitted) await post(act, { action: 'submit' });
		return sessionId as string;
	});
	const ids = await Promise.all(found);
	await sandbox.advance('60d');
	const payments = await Promise.all(ids.map((id) => sandbox.payment(id)));
	return payments.map(({ timeline }) => {
		const startMs = Date.parse(timeline[0]?.at ?? '');
		return timeline.map(({ state, at }) => [state, (Date.parse(at) - startMs) / 1_000]);
	});
}

test.each(profileNames)(
	'the settings of the profile %s, sent back, change no delay',
	async (profile) => {
		const start = (own: object) =>
			startSandbox({
				profile,
				seed: 5,
				settings: { latency: { default: 'none' }, processing: own },
			});
		await fc.assert(
			fc.asyncProperty(processing, async (own) => {
				const [before, after] = [await start(own), await start(own)];
				const path = after.url + controlPaths.settings;
				const { body } = await send('GET', path);
				const put = await send('PUT', path, body);
				expect([put.status, put.body]).toEqual([200, body]);
				expect((await send('GET', path)).body).toEqual(body);
				expect(await timelines(after)).toEqual(await timelines(before));
				await Promise.all([before.close(), after.close()]);
			}),
			{ numRuns: campaign({ sample: 3, full: 200 }), examples: [[{}]], seed: 1 },
		);
	},
);

test.each(['realistic', 'degraded'] as const)(
	'the settings of the profile %s have no processing.default until it is set',
	async (profile) => {
		const { url } = await startSandbox({ profile });
		const path = url + controlPaths.settings;
		expect((await send('GET', path)).body.processing).toEqual({
			options: {},
			banks: {},
			timeout: null,
		});
		const set = await send('PUT', path, { processing: { default: { fixed: '3s' } } });
		expect(set.body.processing.default).toEqual({ fixed: '3s' });
		const restored = await send('PUT', path, { processing: { default: null } });
		expect(restored.body.processing).not.toHaveProperty('default');
	},
);
