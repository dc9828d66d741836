import { afterAll, expect, test } from 'vitest';
import { createDriver } from '../driver.ts';
import { createControlClient } from '../harness/control-client.ts';
import { createHttpClient } from '../harness/http.ts';
import { startSandbox } from '../harness/sandbox-process.ts';
import { bankOption, cardOption } from '../scenario.ts';
import { createReferenceMaker } from './service-runs.ts';

const manual = await startSandbox({ seed: 1, env: process.env, clock: 'manual' });
// Two real seconds: long enough that a busy machine sees the payment in processing.
const slow = ['--set', 'processing.default={"fixed":"2000s"}'];
const scaled = await startSandbox({ seed: 1, env: process.env, clock: 'scaled:1000', args: slow });
afterAll(() => Promise.all([manual.stop(), scaled.stop()]));

const nextReference = createReferenceMaker('test');

/** A submitted payment in processing. */
async function setup({ url }: { url: string }, outcome: string) {
	const driver = createDriver({ target: url, seed: 1, nextReference: () => nextReference('wait') });
	const { payin, shopper } = driver.context;
	const session = await payin.paymentOptions({ market: 'CO', outcome });
	await payin.hybridPayment(session, cardOption(session));
	expect(await shopper.pay(session)).toBe('processing');
	const sandbox = createControlClient(createHttpClient({ target: url }));
	return { ...driver.context, session, sandbox, steps: driver.steps };
}

test('a manual clock moves to the next planned entry and no further', async () => {
	const { shopper, session, sandbox, steps } = await setup(manual, 'APPROVE');
	const before = Date.parse((await sandbox.clock()).now);
	await shopper.waitFor(session, 'confirmed', 60_000);
	const { timeline } = await sandbox.payment(session.sessionId);
	const after = (await sandbox.clock()).now;
	expect(after).toBe(timeline.at(-1)?.at);
	expect(Date.parse(after) - before).toBeLessThanOrEqual(60_000);
	expect(steps.at(-1)).toMatchObject({ name: 'wait for confirmed', status: 'passed' });
	expect(steps.at(-1)?.detail).toMatch(/^clock moved by /);
});

test('when nothing is planned the clock does not move, and the failure has the reason', async () => {
	const { shopper, session, sandbox } = await setup(manual, 'HOLD');
	const before = await sandbox.clock();
	await expect(shopper.waitFor(session, 'confirmed')).rejects.toThrow(
		/waited for "confirmed", but the payment is "processing" \(fate HOLD, .*nothing more is planned/,
	);
	expect(await sandbox.clock()).toEqual(before);
});

test('a plan later than the wait fails without moving the clock', async () => {
	const { shopper, session, sandbox } = await setup(manual, 'APPROVE');
	const before = await sandbox.clock();
	await expect(shopper.waitFor(session, 'confirmed', 1)).rejects.toThrow(/later than 1 ms/);
	expect(await sandbox.clock()).toEqual(before);
});

test('another final state ends the wait', async () => {
	const { payin, shopper } = await setup(manual, 'APPROVE');
	const session = await payin.paymentOptions({ market: 'MX' });
	const [bank] = await payin.paymentSuboptions(session, bankOption(session));
	await payin.hybridPayment(session, bankOption(session), bank);
	expect(await shopper.cancel(session)).toBe('cancelled');
	await expect(shopper.waitFor(session, 'confirmed')).rejects.toThrow(/"cancelled".*is final/);
});

test('stories that share a manual clock all reach their state, and a held payment stays', async () => {
	const held = await setup(manual, 'HOLD');
	const waiting = await Promise.all(Array.from({ length: 8 }, () => setup(manual, 'APPROVE')));
	await Promise.all(waiting.map(({ shopper, session }) => shopper.waitFor(session, 'confirmed')));
	expect(await held.shopper.state(held.session)).toBe('processing');
	expect(await held.control.confirm(held.session)).toBe('confirmed');
});

test('on a scaled clock, the wait is in the time of that clock', async () => {
	const approved = await setup(scaled, 'APPROVE');
	await approved.shopper.waitFor(approved.session, 'confirmed', 20_000_000);
	const held = await setup(scaled, 'HOLD');
	await expect(held.shopper.waitFor(held.session, 'confirmed', 120_000)).rejects.toThrow(
		/but the payment is "processing" .* after 120 ms/,
	);
});
