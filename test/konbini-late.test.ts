import { expect, test } from 'vitest';
import { createDriver } from '../scenarios/driver.ts';
import { edgeKonbiniConfirmedAfterExpiry } from '../scenarios/edge/konbini-late.ts';
import { bankOption, firstBank } from '../scenarios/scenario.ts';
import { startSandbox } from './support/sandbox.ts';

const dayMs = 86_400_000;
const start = Date.parse('2027-01-01T00:00:00.000Z');

/** The realistic windows and processing delays, without latency. */
async function setup() {
	const settings = { latency: { default: 'none' } } as const;
	const sandbox = await startSandbox({ profile: 'realistic', settings });
	const driver = createDriver({ target: sandbox.url, seed: 1, nextReference: () => 'slip-1' });
	const datesOf = async () => {
		const payment = await sandbox.payment(driver.transactionIds[0] ?? '');
		const dates = payment.timeline.map(({ state, at }) => [
			state,
			(Date.parse(at) - start) / dayMs,
		]);
		return { payment, dates };
	};
	return { sandbox, context: driver.context, datesOf };
}

test('an unpaid reference expires after a week and is confirmed on the eighth day', async () => {
	const { context, datesOf } = await setup();
	await edgeKonbiniConfirmedAfterExpiry.run(context);
	const { payment, dates } = await datesOf();
	expect(payment).toMatchObject({
		option: { name: 'Konbini', kind: 'reference' },
		suboption: { name: 'Lawson' },
		final: true,
		attempts: [],
		fate: { outcome: 'LATE', reason: 'late_confirmation' },
	});
	expect(dates).toEqual([
		['created', 0],
		['redirected', 0],
		['opened', 0],
		['expired', 7],
		['confirmed', 8],
	]);
});

test('a reference paid on the sixth day is confirmed no earlier', async () => {
	const { sandbox, context, datesOf } = await setup();
	const { payin, shopper } = context;
	const session = await payin.paymentOptions({ market: 'JP', outcome: 'LATE' });
	const konbini = bankOption(session);
	await payin.hybridPayment(session, konbini, await firstBank(payin, session, konbini));
	await sandbox.advance('6d');
	expect(await shopper.pay(session)).toBe('processing');
	const { transitions } = await sandbox.advance('2d');
	expect(transitions.map(({ from, to }) => `${from} > ${to}`)).toEqual([
		'processing > expired',
		'expired > confirmed',
	]);
	const { payment, dates } = await datesOf();
	expect(payment).toMatchObject({ state: 'confirmed', final: true });
	expect(dates.slice(2)).toEqual([
		['opened', 6],
		['processing', 6],
		['expired', 7],
		['confirmed', 8],
	]);
});
