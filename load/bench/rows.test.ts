import { beforeAll, expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { settingTable } from '../../simulator/contract/settings.ts';
import { takeRows } from './bench.ts';
import type { Contestant } from './contestants.ts';
import { bare, sandbox, startContestant } from './contestants.ts';
import type { RowResult } from './judge.ts';
import { renderBench } from './page/page.ts';
import { rows } from './rows.ts';
import type { Sizes } from './sizes.ts';
import { table } from './table.ts';

/** Every row in a few seconds: too little to tell anything by, and enough to see that each is played. */
const tiny: Sizes = {
	scale: 'tiny',
	warmUp: { calls: 12, limitMs: 5_000 },
	rounds: 1,
	turns: 2,
	warmUpMs: 20,
	measureMs: 50,
	connections: 4,
	bystanders: true,
	fixed: { rounds: 1, measureMs: 200, perSecond: 50 },
	lognormal: { draws: 40, parts: 2, perSecond: 100 },
	payments: { few: 20, many: 200, limitMs: 30_000 },
	starts: { built: 1, source: 1 },
	soak: { warmUpParts: 1, parts: 2, partMs: 200, perSecond: 20 },
};

let results: RowResult[];
const said: string[] = [];
beforeAll(async () => {
	results = await takeRows({ sizes: tiny, cores: null, rows }, (words) => said.push(words));
}, 240_000);

test('every row is measured, in the order of the table', () => {
	expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
	const unmeasured = results.filter(({ state }) => state === 'not measured').map(({ id }) => id);
	// A contestant whose settings this version does not know does not start, and its row says so.
	expect(unmeasured).toEqual('journal.mode' in settingTable ? [] : ['journal-counters']);
	for (const { id, checks } of results.filter((row) => !unmeasured.includes(row.id))) {
		expect(checks.length, id).toBeGreaterThan(0);
		for (const { limit, value } of checks)
			expect(value.median, `${id} ${limit.what}`).not.toBeNaN();
	}
});

test('what has nothing to do with speed holds in the smallest run', () => {
	const worth = (id: string, what: RegExp) =>
		results.find((row) => row.id === id)?.checks.find(({ limit }) => what.test(limit.what));
	expect(worth('fixed-latency', /earliest/)?.value.lowest).toBeGreaterThanOrEqual(50);
	for (const id of ['fixed-latency', 'lognormal-latency', 'soak']) {
		expect(worth(id, /without an/)?.value.median, id).toBe(0);
	}
	const failures = results.flatMap(({ doubts }) => doubts).filter((doubt) => /not 200/.test(doubt));
	expect(failures).toEqual([]);
});

/** The sizes of the bodies of the three calls. */
async function bodiesOf(contestant: Contestant): Promise<number[]> {
	const running = await startContestant(contestant, null);
	try {
		const sizes: number[] = [];
		const ask = async (path: string, body: unknown) => {
			const headers = { 'Content-Type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			const text = await (await fetch(running.url + path, init)).text();
			sizes.push(Buffer.byteLength(text));
			return JSON.parse(text);
		};
		const { sessionId, paymentOptions } = await ask(
			servicePaths.paymentOptions,
			paymentOptionsExample,
		);
		const { paymentOptionId } = paymentOptions[0];
		const choice = { sessionId, paymentOptionId };
		const { result } = await ask(servicePaths.paymentSuboptions, choice);
		await ask(servicePaths.hybridPayment, { ...choice, optionId: result.options[0].id });
		return sizes;
	} finally {
		await running.stop();
	}
}

test('the reference server answers to the byte as much as the sandbox', async () => {
	const [ours, theirs] = [await bodiesOf(sandbox()), await bodiesOf(bare())];
	expect(ours).toHaveLength(3);
	expect(theirs).toEqual(ours);
});

test('a word is said of every row while it is taken', () => {
	for (const { id } of rows) expect(said.join('\n')).toContain(id);
});

test('the table and the page tell every row', () => {
	const result = {
		schemaVersion: 3 as const,
		kind: 'bench' as const,
		startedAt: '2026-11-21T10:00:00.000Z',
		durationMs: 9_000,
		command: 'npm run bench',
		environment: { version: '0.1.0', node: '20.20.2', platform: 'linux x64', cpu: 'some <cpu>' },
		cores: null,
		sizes: tiny,
		leftOut: '',
		exitCode: 0,
		rows: results,
	};
	const text = table(result, false);
	const page = renderBench(result);
	for (const { id } of rows) {
		expect(text).toMatch(new RegExp(`^${id} `, 'm'));
		expect(page).toContain(`id="row-${id}"`);
	}
	const [wrong] =
		/.{0,80}(?:NaN|undefined|<cpu>|<script|<img| style=|https?:\/\/).{0,80}/.exec(page) ?? [];
	expect(wrong).toBeUndefined();
	const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
});
