/** Two instances over one Redis, whose machines have clocks that differ. */
import { describe, expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { findFaketime } from '../parts/faketime.ts';
import { campaign } from '../support/campaign.ts';
import { startServe } from '../support/command.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { firstRows } from '../support/sample.ts';
import { post, reachCashier, send } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';

const faketime = findFaketime();

const rounds = campaign({ sample: 3, full: 10 });
const inEachRound = (result: unknown) => Array.from({ length: rounds }, () => result);

async function setup(time: string) {
	const store = ['--store', (await startRedis()).url];
	const processing = ['--set', 'processing.default={"fixed":"2h"}'];
	const shifted = {
		...{ LD_PRELOAD: faketime ?? '', FAKETIME: time, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
	};
	const one = await startServe([...store, ...processing]);
	const other = await startServe(store, shifted);
	const act = (url: string, sessionId: string, action: string) =>
		post(`${url}${controlPaths.payments}/${sessionId}/act`, { action });
	return { one, other, act };
}

const behind = ['-0.9', '-0.03'];

describe.skipIf(redisProgram === null || faketime === null)('a clock that is behind', () => {
	const shared = useShared(async () => {
		const instances = firstRows(behind).map(async (time) => [time, await setup(time)] as const);
		return new Map(await Promise.all(instances));
	});

	function instancesOf(time = '-0.9') {
		const instances = shared().get(time);
		if (!instances) throw new Error(`No instances were started for ${time} s.`);
		return instances;
	}

	test.each(firstRows(behind))('by %s s: an answered change counts there', async (time) => {
		const { one, other, act } = instancesOf(time);
		const seen: unknown[] = [];
		for (let count = 0; count < rounds; count += 1) {
			const { sessionId, page } = await reachCashier(one.url, 'card');
			const { pathname, search } = new URL(page);
			expect((await send('GET', other.url + pathname + search)).status).toBe(200);
			expect((await act(one.url, sessionId, 'submit')).status).toBe(200);
			expect((await act(one.url, sessionId, 'confirm')).status).toBe(200);
			const { status } = await act(other.url, sessionId, 'decline');
			const read = await send('GET', `${other.url}${controlPaths.payments}/${sessionId}`);
			seen.push([status, read.body.state]);
		}
		expect(seen).toEqual(inEachRound([409, 'confirmed']));
	});

	test('a list and a settlement show an answered change there', async () => {
		const { one, other, act } = instancesOf();
		const listed: unknown[] = [];
		for (let count = 0; count < rounds; count += 1) {
			await send('POST', one.url + controlPaths.reset);
			const { sessionId } = await reachCashier(one.url, 'card');
			await act(one.url, sessionId, 'submit');
			await act(one.url, sessionId, 'confirm');

			const list = await send('GET', `${other.url}${controlPaths.payments}?state=confirmed`);
			const settlement = await send('GET', `${other.url}${controlPaths.settlement}?format=json`);
			listed.push([list.body.payments.length, settlement.body.rows.length]);
		}
		expect(listed).toEqual(inEachRound([1, 1]));
	});

	test('of a submit at each instance at the same time, one is accepted', async () => {
		const { one, other, act } = instancesOf();
		const accepted: number[] = [];
		for (let count = 0; count < rounds; count += 1) {
			const { sessionId } = await reachCashier(one.url, 'card');
			const both = await Promise.all([one, other].map(({ url }) => act(url, sessionId, 'submit')));
			accepted.push(both.filter(({ status }) => status === 200).length);
		}
		expect(accepted).toEqual(inEachRound(1));
	});
});

describe.skipIf(redisProgram === null || faketime === null)('a clock that is far ahead', () => {
	test.each(firstRows(['+1h', '@2060-01-01 00:00:00', '@6000-01-01 00:00:00']))(
		'%s: it does not move the others, and they say so',
		async (time) => {
			const { one, other } = await setup(time);
			const { sessionId } = await reachCashier(other.url, 'card');
			const read = await send('GET', `${one.url}${controlPaths.payments}/${sessionId}`);
			expect(read).toMatchObject({ status: 200, body: { state: 'created' } });
			const { body } = await send('GET', one.url + controlPaths.clock);
			expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000);
			expect(one.output().stderr).toMatch(/the clock of another instance is [\d.]{4,} s ahead/);
		},
	);
});
