/** Clocks stand still a thousand years before the last date that four digits can write, so that every plan has one. */
import { expect, test } from 'vitest';
import { endOfTime } from '../simulator/contract/clock.ts';
import { paymentViewSchema } from '../simulator/contract/control.ts';
import { reachCashier, send, startSandbox } from './support/sandbox.ts';

test.each(['SLOW', 'LATE', 'HOLD'])(
	'at the end of time what is planned has a date: %s',
	async (holder) => {
		const longest = '36500d';
		const sandbox = await startSandbox({
			now: endOfTime,
			settings: {
				methods: { Card: { window: longest } },
				processing: { default: { fixed: longest } },
				session: { ttl: longest },
			},
		});
		const { sessionId } = await reachCashier(sandbox.url, 'card');
		const submitted = await sandbox.act(sessionId, { action: 'submit', holder });
		expect(paymentViewSchema.parse(submitted)).toEqual(submitted);
		expect(submitted.state).toBe('processing');
		const { now } = await sandbox.advance('36500d');
		expect(now).toBe(endOfTime);
	},
);

test('a clock is not set to a later time, and says so', async () => {
	const { url } = await startSandbox();
	const tooLate = '9999-12-31T23:59:00.000Z';
	const { status, body } = await send('PUT', `${url}/_sandbox/clock`, { now: tooLate });
	expect([status, body.param]).toEqual([400, 'now']);
	expect(body.detail).toBe(`now must not be after ${endOfTime}.`);
	await expect(startSandbox({ now: tooLate })).rejects.toThrow('now must not be after');
	await expect(startSandbox({ now: '1969-12-31T23:59:59Z' })).rejects.toThrow(
		'now must not be before 1970-01-01T00:00:00Z',
	);
});
