/** What is the whole server's is the same at each of its processes, from one call to the next. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { namesAt, post, reachCashier, send, startSandbox } from '../support/sandbox.ts';
import {
	apart,
	atOnce,
	healthOfEach,
	journalAt,
	startWorkers,
	workersOf,
} from '../support/workers.ts';

const manual = { args: ['--clock', 'manual'] };

test('clock, settings and workspaces change for all of them at once', async () => {
	const { url } = await startWorkers(4, manual);
	await post(url + controlPaths.advance, { by: '90s' }, apart);
	const each = await healthOfEach(url, 4);
	expect(each.map(({ clock }) => clock.now)).toEqual(Array(4).fill('2027-01-01T00:01:30.000Z'));
	expect(each.map(({ workers }) => workers.answeredBy).sort()).toEqual([1, 2, 3, 4]);
	for (const { workers } of each) expect(workers).toMatchObject({ configured: 4, running: 4 });

	const successStatus = { paymentOptions: 201 };
	await send('PUT', url + controlPaths.settings, { http: { successStatus } }, apart);
	const answers = await atOnce(20, () =>
		post(url + servicePaths.paymentOptions, paymentOptionsExample, apart),
	);
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
	expect(workersOf((await journalAt(url)).entries)).toEqual([1, 2, 3, 4]);

	const team = `${controlPaths.workspaces}/team`;
	await send('PUT', url + team, { seed: 7 }, apart);
	const seeds = async () => (await healthOfEach(`${url}/w/team`, 4)).map(({ seed }) => seed);
	expect(await seeds()).toEqual([7, 7, 7, 7]);
	await send('DELETE', url + team, undefined, apart);
	const gone = await atOnce(12, () => send('GET', url + team, undefined, apart));
	expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([404]));
	expect(await seeds()).toEqual([1, 1, 1, 1]);
	expect(await namesAt(url)).toEqual(['default']);

	await send('POST', url + controlPaths.reset, undefined, apart);
	const reset = await healthOfEach(url, 4);
	expect(reset.map(({ clock, payments }) => [clock.now, payments.live])).toEqual(
		Array(4).fill(['2027-01-01T00:00:00.000Z', 0]),
	);
});

test("the rate limit is the whole server's, in workspaces that nobody made, too", async () => {
	const rate = JSON.stringify({ rps: 20, burst: 40 });
	const { url } = await startWorkers(4, { args: [...manual.args, '--set', `limits.rate=${rate}`] });
	const passed = async (times: number, at = url) => {
		const answers = await atOnce(times, () => post(at + servicePaths.paymentOptions, '{', apart));
		return answers.filter(({ status }) => status !== 429).length;
	};
	expect(await passed(90)).toBe(40);
	// A busy machine may leave one of them without a connection for a while; the clock stands, and nothing more passes.
	await expect
		.poll(async () => {
			expect(await passed(8)).toBe(0);
			return workersOf((await journalAt(url)).entries);
		})
		.toEqual([1, 2, 3, 4]);
	await post(url + controlPaths.advance, { by: '499ms' }, apart);
	expect(await passed(15)).toBe(9);
	await post(url + controlPaths.advance, { by: '1ms' }, apart);
	expect(await passed(3)).toBe(1);

	const unmade = `${url}/w/new`;
	expect(await passed(50, unmade)).toBe(40);
	expect(await namesAt(url)).toEqual(['default']);
	await post(unmade + controlPaths.reset, undefined, apart);
	expect(await passed(50, unmade)).toBe(40);
});

const beginning = { clock: 'scaled:10', now: '2027-01-01T00:00:00Z' };

/** What each of them says of the time in a workspace, one after the other. */
const timesAt = async (url: string) =>
	(await healthOfEach(url, 3)).map(({ clock }) => Date.parse(clock.now));

/** What depends on chance: ids, delays of calls of no payment, outcomes. */
async function chancesAt({ url }: Pick<Sandbox, 'url'>) {
	const stray = `${url}/w/stray${servicePaths.paymentOptions}`;
	const delays: string[] = [];
	for (let times = 0; times < 6; times += 1) {
		const { headers } = await post(stray, '{', apart);
		delays.push(/injected;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1] ?? '');
	}
	const payments: unknown[] = [];
	for (let times = 0; times < 12; times += 1) {
		const { sessionId } = await reachCashier(url, 'card', {}, apart);
		const act = `${url}${controlPaths.payments}/${sessionId}/act`;
		const { body } = await post(act, { action: 'submit' }, apart);
		payments.push([sessionId, body.transactionId, body.fate.outcome]);
	}
	return { delays, payments };
}

test('a workspace that nobody made begins once, and the same seed gives the same chances as in one process', async () => {
	const settings = {
		ids: { source: 'seeded' },
		defaultOutcome: { APPROVE: 1, DECLINE: 1, FUNDS: 1 },
		latency: { paymentOptions: { uniform: [1, 20] as [number, number] } },
	} as const;
	const set = Object.entries(settings).flatMap(([key, value]) => [
		'--set',
		`${key}=${JSON.stringify(value)}`,
	]);
	const { clock, now } = beginning;
	const args = ['--clock', clock, '--now', now, '--seed', '42', ...set];
	const { url } = await startWorkers(3, { args });
	const fresh = `${url}/w/new`;
	const others = ['a', 'b'];
	const timeAt = async (front = '') => {
		const { body } = await send('GET', url + front + controlPaths.health, undefined, apart);
		return Date.parse(body.clock.now) - Date.parse(beginning.now);
	};
	for (const name of others) await timeAt(`/w/${name}`);
	const looked = await timesAt(fresh);
	await send('PUT', fresh + controlPaths.settings, { cashier: { maxAttempts: 2 } }, apart);
	const times = [...looked, ...(await timesAt(fresh))];
	// Where each of them began it anew, it would go back to its beginning.
	expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));

	const alone = await startSandbox({ ...beginning, seed: 42, settings });
	const [together, single] = await Promise.all([chancesAt({ url }), chancesAt(alone)]);
	expect(together).toEqual(single);
	const call = () => post(url + servicePaths.paymentOptions, paymentOptionsExample, apart);
	const more = await atOnce(60, call);
	expect(new Set(more.map(({ body }) => body.sessionId)).size).toBe(60);
	expect(workersOf((await journalAt(url, '?limit=1000')).entries)).toEqual([1, 2, 3]);

	// One that was seen, made and removed begins anew, though not the same worker does all of it.
	for (const name of others) {
		const path = `${url}${controlPaths.workspaces}/${name}`;
		const made = await send('PUT', path, {}, apart);
		const removed = await send('DELETE', path, undefined, apart);
		expect([made.status, removed.body.removed]).toEqual([201, true]);
		expect(await timeAt(`/w/${name}`)).toBeLessThan((await timeAt()) / 2);
		// Another worker's turn.
		await timeAt();
	}
});
