/** The contract of every store: references and idempotency keys. A part of `describeStore`. */
import { describe, expect } from 'vitest';
import { chooseCard } from '../support/payment.ts';
import type { Arrived, CreateStore } from '../support/store.ts';
import { answerOf, contractTest, setupStore, workspace } from '../support/store.ts';

const sessionsOf = ({ earlier, sameKey }: Arrived) => [
	earlier?.sessionId ?? null,
	sameKey?.payment.sessionId ?? null,
];
const isNew = ({ earlier, sameKey }: Arrived) => !earlier && !sameKey;

export function describeStoreNames(name: string, create: CreateStore): void {
	const setup = () => setupStore(create);
	/** The arrival of a request with these names; nothing is created. */
	async function setupSeen() {
		const held = await setup();
		const seen = async (reference: string | null, idempotencyKey: string | null = null) => {
			const arrival = await held.arrive({ reference, idempotencyKey }, () => false);
			return arrival && sessionsOf(arrival);
		};
		return { ...held, seen };
	}

	describe(`${name} store's names`, () => {
		const rule = contractTest(name);
		rule('a payment is found by its reference and by its key, each alone', async () => {
			const { add, seen } = await setupSeen();
			await add('a', 'key');
			await add('b');
			await add(null);
			expect(await seen('a')).toEqual(['session-0', null]);
			expect(await seen('b', 'key')).toEqual(['session-1', 'session-0']);
			expect(await seen(null, 'key')).toEqual([null, 'session-0']);
			expect(await seen('key', 'a')).toEqual([null, null]);
			expect(await seen(null)).toEqual([null, null]);
			expect(await seen('')).toEqual([null, null]);
		});

		rule(
			'a payment that repeats for another key is found by that key too, and its eviction deletes the key',
			async () => {
				const { act, add, limitTo, nameAgain, seen, store } = await setupSeen();
				await add('a', 'key-1');
				await nameAgain('a', 'key-2');
				expect(await seen(null, 'key-2')).toEqual([null, 'session-0']);
				expect(await store.counts()).toMatchObject({ live: 1, evicted: 0 });
				await add('b', 'key-2');
				await act('session-0', { type: 'cancel' });
				await limitTo(2);
				await add();
				expect(await seen('a', 'key-1')).toEqual([null, null]);
				expect(await seen('a', 'key-2')).toEqual([null, 'session-1']);
			},
		);

		rule('a payment has at most ten keys besides its first', async () => {
			const { add, nameAgain, seen } = await setupSeen();
			await add('a', 'first');
			for (let round = 0; round <= 10; round += 1) await nameAgain('a', `key-${round}`);
			expect(await seen(null, 'key-0')).toEqual([null, null]);
			for (const key of ['first', 'key-1', 'key-10']) {
				expect(await seen(null, key)).toEqual([null, 'session-0']);
			}
		});

		rule('names belong to their workspace', async () => {
			const { store, add } = await setup();
			await add('a', 'key');
			const names = { reference: 'a', idempotencyKey: 'key' };
			const seen = await store.create('elsewhere', names, (arrival) => ({
				result: sessionsOf({ ...arrival, earlier: arrival.earlier() }),
			}));
			expect(seen).toEqual({ result: [null, null] });
		});

		rule('a key returns its stored response with the current payment', async () => {
			const { arrive, act, add } = await setup();
			await add('a', 'key');
			await act('session-0', { type: 'cancel' });
			const arrival = await arrive({ idempotencyKey: 'key' }, () => false);
			const { payment, answer } = arrival?.sameKey ?? {};
			expect(payment?.timeline.at(-1)?.state).toBe('cancelled');
			expect(payment && answer).toEqual(payment && answerOf(payment));
		});

		rule('a request may change the payment that it repeats, which keeps its names', async () => {
			const { store, add, seen, sessions } = await setupSeen();
			await add('a', 'key');
			await add('b');
			const names = { reference: 'b', idempotencyKey: 'key' };
			const count = () =>
				store.create(workspace, names, ({ sameKey }) => ({
					...(sameKey && {
						known: {
							payment: { ...sameKey.payment, amount: sameKey.payment.amount + 1 },
							answer: null,
						},
					}),
					result: null,
				}));
			const before = (await store.read(workspace, 'session-0'))?.payment.amount ?? 0;
			await Promise.all(Array.from({ length: 100 }, count));
			const after = await store.read(workspace, 'session-0');
			expect(after?.payment.amount).toBe(before + 100);
			expect(await sessions()).toEqual(['1', '0']);
			expect(await seen('a', 'key')).toEqual(['session-0', 'session-0']);
		});

		rule(
			'nothing is created, counted or evicted when the decision creates no payment',
			async () => {
				const { store, arrive, add, limitTo, sessions } = await setup();
				await add('a');
				await limitTo(1);
				await arrive({ reference: 'a', idempotencyKey: 'key' }, () => false);
				expect(await sessions()).toEqual(['0']);
				expect(await store.counts()).toEqual({ live: 1, evicted: 0, expired: 0 });
				await limitTo(2);
				const next = await add('a', 'key');
				expect(next).toMatchObject({ ordinal: 1, sameReference: 1, sameKey: null });
			},
		);

		rule(
			'of several payments with a reference the oldest is found, of several with a key the latest',
			async () => {
				const { add, seen } = await setupSeen();
				for (let round = 0; round < 3; round += 1) await add('a', 'key');
				expect(await seen('a', 'key')).toEqual(['session-0', 'session-2']);
			},
		);

		rule('of a hundred equal requests at once, one creates a payment', async () => {
			for (const names of [{ reference: 'a' }, { idempotencyKey: 'key' }]) {
				const { arrive, sessions } = await setup();
				const receiveRequest = await Promise.all(
					Array.from({ length: 100 }, () => arrive(names, isNew)),
				);
				expect(await sessions()).toEqual(['0']);
				const known = receiveRequest.filter((arrival) => arrival && !isNew(arrival));
				expect(known).toHaveLength(99);
				for (const arrival of known) {
					expect(arrival && sessionsOf(arrival)).toContain('session-0');
				}
			}
		});

		rule('the eviction of a payment deletes its names, and not those of others', async () => {
			const { act, add, limitTo, seen } = await setupSeen();
			await add('a', 'key-1');
			await add('a', 'key-2');
			await add('b', 'key-1');
			await act('session-0', { type: 'cancel' });
			await limitTo(3);
			await add();
			expect(await seen('a', 'key-1')).toEqual(['session-1', 'session-2']);
			await act('session-2', { type: 'cancel' });
			await add();
			expect(await seen('a', 'key-1')).toEqual(['session-1', null]);
			expect(await seen('b', 'key-2')).toEqual([null, 'session-1']);
		});

		rule('eviction for a payment with a repeated reference does not lower the count', async () => {
			const { act, add, limitTo } = await setup();
			await add('a');
			await limitTo(1);
			await act('session-0', { type: 'cancel' });
			expect(await add('a')).toMatchObject({ sameReference: 1 });
			await limitTo(2);
			expect(await add('a')).toMatchObject({ sameReference: 2 });
		});

		rule('a serial is never used twice with its reference, also after evictions', async () => {
			const { store, add, limitTo } = await setup();
			const given = new Set<string>();
			const order = 'a b a a c c b a a a b c d d a b'.split(' ');
			for (const limit of [1, 2, 3]) {
				await limitTo(limit);
				for (const reference of order) {
					given.add(`${reference} ${(await add(reference))?.serial}`);
				}
			}
			expect(given.size).toBe(3 * order.length);
			await store.reset(workspace);
			expect(await add('a')).toMatchObject({ sameReference: 0, serial: 0 });
		});

		rule('a full store still finds stored payments, and accepts no new one', async () => {
			const { act, add, arrive, limitTo } = await setup();
			await add('a', 'key');
			await act('session-0', chooseCard(), { type: 'open' });
			await limitTo(1);
			expect(await add('b')).toBeNull();
			const known = await arrive({ idempotencyKey: 'key' }, isNew);
			expect(known?.sameKey?.payment.sessionId).toBe('session-0');
		});

		rule('a reset deletes every name', async () => {
			const { store, add, seen } = await setupSeen();
			await add('a', 'key');
			await store.reset(workspace);
			expect(await seen('a', 'key')).toEqual([null, null]);
		});
	});
}
