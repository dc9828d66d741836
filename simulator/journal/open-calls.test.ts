import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openContext } from '../wire/request-context.ts';
import { createOpenCalls } from './open-calls.ts';

/** A call of payment-options that is refused. Its workspace is not read yet. */
function openCall(workspace: string) {
	const request = { headers: {}, method: 'POST' } as IncomingMessage;
	const context = openContext(request, {} as ServerResponse);
	return Object.assign(context, { workspace, path: '/v2/payment-options' });
}

test.each([
	['expires while its record is read', true, true],
	['is reset while its record is read', false, false],
])('a refused call whose workspace %s: recorded is %s', (_, hasExpired, isRecorded) => {
	const calls = createOpenCalls();
	const call = openCall('team-a');
	calls.begin(call);
	calls.endWorkspace({ workspace: 'team-a', hasExpired });
	Object.assign(call, { secret: 'next', call: 'paymentOptions' });
	expect(calls.end(call) !== null).toBe(isRecorded);
	const missed = isRecorded ? [] : [['paymentOptions', 1]];
	expect([...calls.missed('team-a', 'reset')]).toEqual(missed);
	expect([...calls.missed('team-b', 'reset')]).toEqual([]);
});

test('a call that took effect is recorded, also after the end of its workspace', () => {
	const calls = createOpenCalls();
	const call = Object.assign(openCall('team-a'), { secret: 'one' });
	calls.begin(call);
	calls.endWorkspace({ workspace: 'team-a', hasExpired: false });
	call.transactionId = 'a-payment';
	expect(calls.end(call)).not.toBeNull();
});

test('missed calls of more workspaces than are counted count for every workspace', () => {
	const calls = createOpenCalls();
	for (let number = 0; number <= 1_000; number += 1) {
		const call = openCall(`team-${number}`);
		calls.begin(call);
		calls.end(call);
	}
	expect([...calls.missed('team-0', 'emptied')]).toEqual([['paymentOptions', 2]]);
	calls.clear('team-0');
	expect([...calls.missed('team-0', 'emptied')]).toEqual([['paymentOptions', 1]]);
	expect([...calls.missed('default', 'emptied')]).toEqual([['paymentOptions', 1]]);
	expect([...calls.missed('team-0', 'reset')]).toEqual([['paymentOptions', 2]]);
	calls.endWorkspace({ workspace: 'default', hasExpired: false });
	expect([...calls.missed('default', 'reset')]).toEqual([]);
	expect([...calls.missed('other', 'reset')]).toEqual([['paymentOptions', 1]]);
	const late = openCall('another');
	calls.begin(late);
	calls.end(late);
	expect([...calls.missed('default', 'reset')]).toEqual([['paymentOptions', 2]]);
});

test.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]], [[0, 0, 2, 1]]])(
	'calls that end in the order %j leave the others open',
	(order) => {
		const calls = createOpenCalls();
		const begun = ['a', 'b', 'c'].map((transactionId) =>
			Object.assign(openCall('team-a'), { secret: 'one', transactionId }),
		);
		for (const call of begun) calls.begin(call);
		const ids = () => calls.list('team-a').map(({ transactionId }) => transactionId);
		const open = new Set(ids());
		expect(open.size).toBe(3);
		for (const index of order) {
			const ended = begun[index];
			if (!ended) throw new Error(`there is no call ${index}`);
			calls.end(ended);
			open.delete(ended.transactionId);
			expect(ids().sort()).toEqual([...open].sort());
		}
	},
);
