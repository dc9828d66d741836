/** Two instances over one Redis, of which one machine's clock is a little behind that of the other. */
import { describe, expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { findFaketime } from '../parts/faketime.ts';
import { startServe } from '../support/command.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { post, reachCashier, send } from '../support/sandbox.ts';

const faketime = findFaketime();

describe.skipIf(redisProgram === null || faketime === null)('clocks that differ by 30 ms', () => {
	async function setup() {
		const flags = ['--store', (await startRedis()).url];
		const processing = ['--set', 'processing.default={"fixed":"1h"}'];
		const behind = {
			...{ LD_PRELOAD: faketime ?? '', FAKETIME: '-0.03', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
		};
		const one = await startServe([...flags, ...processing]);
		const other = await startServe(flags, behind);
		const act = (url: string, sessionId: string, action: string) =>
			post(`${url}${controlPaths.payments}/${sessionId}/act`, { action });
		return { one, other, act };
	}

	test('an answered change counts at the instance that is behind', async () => {
		const { one, other, act } = await setup();
		const seen: unknown[] = [];
		for (let count = 0; count < 10; count += 1) {
			const { sessionId, page } = await reachCashier(one.url, 'card');
			const { pathname, search } = new URL(page);
			expect((await send('GET', other.url + pathname + search)).status).toBe(200);
			expect((await act(one.url, sessionId, 'submit')).status).toBe(200);
			expect((await act(one.url, sessionId, 'confirm')).status).toBe(200);
			const { status } = await act(other.url, sessionId, 'decline');
			const read = await send('GET', `${other.url}${controlPaths.payments}/${sessionId}`);
			seen.push([status, read.body.state]);
		}
		expect(seen).toEqual(Array.from({ length: 10 }, () => [409, 'confirmed']));
	});

	test('of a submit at each instance at the same time, one is accepted', async () => {
		const { one, other, act } = await setup();
		const accepted: number[] = [];
		for (let count = 0; count < 10; count += 1) {
			const { sessionId } = await reachCashier(one.url, 'card');
			const both = await Promise.all([one, other].map(({ url }) => act(url, sessionId, 'submit')));
			accepted.push(both.filter(({ status }) => status === 200).length);
		}
		expect(accepted).toEqual(Array.from({ length: 10 }, () => 1));
	});
});
