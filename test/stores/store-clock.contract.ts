/** The contract of every store: a manual clock. A part of `describeStore`. */
import { describe, expect } from 'vitest';
import { chooseCard, delayMs, minuteMs, start, submitBank, windowMs } from '../support/payment.ts';
import type { CreateStore } from '../support/store.ts';
import { contractTest, setupStore, workspace } from '../support/store.ts';

export function describeStoreClock(name: string, create: CreateStore): void {
	const setup = () => setupStore(create);

	describe(`${name} store's clock`, () => {
		const rule = contractTest(name);
		rule('an advance returns the states that became due, in order of time', async () => {
			const { store, act, add, pass } = await setup();
			await add();
			await add();
			pass(1_000);
			await act('session-1', chooseCard(), submitBank);
			const advanced = await store.advance(workspace, windowMs - 1_000, 10);
			expect(advanced).toMatchObject({ now: start + windowMs, total: 2 });
			expect(
				advanced?.transitions.map(({ payment, index, at }) => [
					payment.sessionId,
					payment.timeline[index]?.state,
					at,
				]),
			).toEqual([
				['session-1', 'confirmed', start + 1_000 + delayMs],
				['session-0', 'expired', start + windowMs],
			]);
			expect(await store.advance(workspace, minuteMs, 10)).toMatchObject({ total: 0 });
		});

		rule('a state is due at its time, and not a millisecond before', async () => {
			const { store, add } = await setup();
			await add();
			expect(await store.advance(workspace, windowMs - 1, 10)).toMatchObject({ total: 0 });
			expect(await store.advance(workspace, 1, 10)).toMatchObject({ total: 1 });
			expect(await store.advance(workspace, 0, 10)).toMatchObject({ total: 0 });
		});

		rule('an advance returns a limited list, and the total', async () => {
			const { store, add } = await setup();
			for (let index = 0; index < 20; index += 1) await add();
			const advanced = await store.advance(workspace, windowMs, 3);
			expect(advanced?.total).toBe(20);
			expect(advanced?.transitions.map(({ payment }) => payment.sessionId)).toEqual([
				'session-0',
				'session-1',
				'session-2',
			]);
		});

		rule('an advance returns the earliest states first, in any order of the payments', async () => {
			const { store, act, add } = await setup();
			const windows = [9, 3, 7, 3, 1, 8, 5, 2, 6, 4, 1, 7];
			for (const [index, minutes] of windows.entries()) {
				await add();
				await act(`session-${index}`, chooseCard({}, minutes * minuteMs));
			}
			const advanceBy = async (minutes: number, limit: number) => {
				const advanced = await store.advance(workspace, minutes * minuteMs, limit);
				const sessions = advanced?.transitions.map(({ payment }) => payment.sessionId);
				return [advanced?.total, sessions?.map((id) => Number(id.replace('session-', '')))];
			};
			expect(await advanceBy(7, 3)).toEqual([10, [4, 10, 7]]);
			expect(await advanceBy(7, 3)).toEqual([2, [5, 0]]);
		});

		rule('with advances and submits at once, each due state is returned exactly once', async () => {
			const { store, act, add } = await setup();
			const count = 30;
			for (let index = 0; index < count; index += 1) await add();
			const reported: string[] = [];
			const advance = async (byMs: number) => {
				const advanced = await store.advance(workspace, byMs, 1_000);
				for (const { payment, index } of advanced?.transitions ?? []) {
					reported.push(`${payment.sessionId} ${payment.timeline[index]?.state}`);
				}
			};
			await Promise.all(
				Array.from({ length: count }, (_, index) => [
					advance(delayMs / 10),
					act(`session-${index}`, chooseCard(), submitBank),
					advance(delayMs / 5),
				]).flat(),
			);
			await advance(delayMs);
			expect(reported.sort()).toEqual(
				Array.from({ length: count }, (_, index) => `session-${index} confirmed`).sort(),
			);
		});
	});
}
