/** Stories against another service: its payments must have ids of their own. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';
import type { PlantedService } from './support/planted-service.ts';
import { startPlantedService } from './support/planted-service.ts';

const fixed = randomUUID();

/** The results of two stories. */
async function play(service: PlantedService) {
	const target = await startPlantedService(service);
	const { code, report } = await scenarios(['*/redirected', '--target', target]);
	return { code, results: report().scenarios };
}

test('a service whose payments have ids of their own passes', async () => {
	expect(await play({})).toMatchObject({ code: 0, results: [{}, {}] });
});

test.each([
	['transactionId', (own) => ({ ...own, transactionId: fixed })],
	['sessionId', (own) => ({ ...own, sessionId: fixed })],
] satisfies [string, Required<PlantedService>['ids']][])(
	'a service with one %s for two payments fails a story',
	async (field, ids) => {
		const { code, results } = await play({ ids });
		expect(code).toBe(1);
		const deviations = results.flatMap(({ deviations = [] }) => deviations);
		expect(deviations).toContainEqual({
			path: `payment-options: ${field}`,
			documented: 'an id that no other payment has',
			got: `"${fixed}"`,
		});
	},
);

test('a repeated reference gets another payment, or the same one with the same session', async () => {
	const body = `const order = { market: 'CO', paymentReference: 'order-1' };
		await payin.paymentOptions(order); await payin.paymentOptions(order);`;
	const file = storyFile(temporaryFolder(), 'twice', body, "needs: 'calls',");
	const first = { transactionId: fixed, sessionId: randomUUID() };
	const codes: [string, Required<PlantedService>['ids']][] = [
		['another payment', (own) => own],
		['the same payment', () => first],
		['another session', (own) => ({ ...own, transactionId: fixed })],
	];
	const ended = codes.map(async ([name, ids]) => {
		const target = await startPlantedService({ ids });
		return [name, (await scenarios([file, '--target', target])).code];
	});
	expect(Object.fromEntries(await Promise.all(ended))).toEqual({
		...{ 'another payment': 0, 'the same payment': 0, 'another session': 1 },
	});
});

test('a cashier address with a second session fails the story', async () => {
	const { code, results } = await play({
		query: (sessionId) => `sessionId=${sessionId}&sessionId=${fixed}`,
	});
	expect(code).toBe(1);
	const path = 'hybrid-payment: result.redirectUrl';
	for (const { deviations } of results) expect(deviations).toMatchObject([{ path }]);
});
