import { expect, test } from 'vitest';
import { testPayment } from '../../test/support/payment.ts';
import { openTestStore } from '../../test/support/store.ts';
import type { EventName } from '../contract/events.ts';
import type { Payment } from '../domain/payment.ts';
import { sleep } from '../runtime/time.ts';
import { createMemoryBackend } from '../state/memory-backend.ts';
import type { DuePage } from '../state/store.ts';
import { createEventSequence } from './event-sequence.ts';

/** A store of this kind whose due states are those of the test, and a sequence of its events. */
async function setup(kind: string) {
	let nowMs = Date.parse('2027-01-01T00:00:00Z');
	const wallNow = () => nowMs;
	const backend = createMemoryBackend();
	const memory = await openTestStore({ kind: 'memory', backend, wallNow, sleep });
	const record = await memory.workspaceRecord('default');
	const due: DuePage['transitions'] = [];
	let readings = 0;
	const store: typeof memory = {
		...memory,
		kind,
		async due({ secret }, { after, to }) {
			readings += 1;
			if (secret !== (await memory.workspaceRecord('default')).secret) return null;
			const later = due.filter(({ at }) => at > to).map(({ at }) => at);
			const transitions = due.filter(({ at }) => at <= to && at >= after.at);
			return { transitions, next: null, nextAt: later[0] ?? null };
		},
	};
	const sent: EventName[] = [];
	let added = 0;
	const sequence = createEventSequence(record, nowMs, {
		store,
		wallNow,
		send: (event) => void sent.push(event),
		waitForReaders: () => undefined,
		sendGap: () => void sent.push('gap'),
		lastAdded: () => added,
	});
	return {
		sent,
		readings: () => readings,
		nowMs: () => nowMs,
		wait(ms: number) {
			nowMs += ms;
		},
		/** Another instance plans a state. */
		plan(at: number, sessionId: string) {
			const timeline: Payment['timeline'] = [
				{ at: 0, state: 'created', cause: '' },
				{ at, state: 'expired', cause: '' },
			];
			due.push({ payment: testPayment({ sessionId, timeline }), index: 1, at });
		},
		/** Resets the workspace, and shows that after a delay. */
		async reset(delayMs = 0) {
			await memory.reset('default');
			due.length = 0;
			const { secret } = record;
			const endedAt = nowMs;
			nowMs += delayMs;
			const next = await memory.workspaceRecord('default');
			const hasExpired = false;
			const reset = { kind: 'emptied', workspace: 'default', secret, endedAt, hasExpired } as const;
			added += 1;
			await sequence.show({ ...reset, record: next, now: nowMs }, added);
		},
		/** Adds changes that this instance makes now, and shows them. */
		async change(...sessionIds: string[]) {
			const first = added + 1;
			added += sessionIds.length;
			for (const [index, sessionId] of sessionIds.entries()) {
				const after = testPayment({ sessionId, timeline: [] });
				const change = { kind: 'payment', before: null, after, record, now: nowMs } as const;
				await sequence.show(change, first + index);
			}
		},
	};
}

test('over Redis, one reading of the due states is enough for all changes that wait', async () => {
	const { change, readings, wait } = await setup('redis');
	wait(5);
	await change('a', 'b', 'c');
	expect(readings()).toBe(1);
	await change('d');
	expect(readings()).toBe(2);
});

test('a store of one process is not read for a change while nothing is due', async () => {
	const { change, readings, wait } = await setup('memory');
	wait(5);
	await change('a');
	expect(readings()).toBe(1);
	wait(5);
	await change('b');
	expect(readings()).toBe(1);
});

test('over Redis, a state that is stored after a reading of its time is sent by the next reading, once', async () => {
	const { change, plan, sent, nowMs, wait } = await setup('redis');
	wait(5);
	plan(nowMs() - 1, 'x');
	await change('a');
	plan(nowMs() - 2, 'y');
	await change('b');
	await change('c');
	expect(sent).toEqual(['transition', 'payment', 'transition', 'payment', 'payment']);
});

test('a reset that deletes a due state before it was sent sends a gap, and another one none', async () => {
	const { change, plan, reset, sent, nowMs, wait } = await setup('memory');
	wait(5);
	plan(nowMs() + 10, 'x');
	await change('a');
	wait(10);
	await reset();
	expect(sent).toEqual(['payment', 'gap', 'reset', 'clock']);
	wait(5);
	await reset();
	expect(sent.slice(4)).toEqual(['reset', 'clock']);
});

test('a reset before a planned state is due sends no gap', async () => {
	const { change, plan, reset, sent, nowMs, wait } = await setup('memory');
	wait(5);
	plan(nowMs() + 10, 'x');
	await change('a');
	wait(9);
	await reset(5);
	expect(sent).toEqual(['payment', 'reset', 'clock']);
});
