/** The table "Your shop may answer a report" of docs/test-your-shop.md. */
import { expect, test } from 'vitest';
import { ReportRefused, sendReports } from './settle-reports.ts';

type Answer = readonly [status: number, retryAfter?: string];

/** Sends reports to a shop with these answers, in turn. Returns whether the story goes on, and how many it sent. */
async function sent(reports: number, ...answers: Answer[]) {
	let count = 0;
	const send = async () => {
		const [status, retryAfter] = answers[count] ?? [500];
		count += 1;
		const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
		if (status >= 400) throw new ReportRefused({ status, headers }, `status ${status}`);
	};
	const result = await sendReports(reports, send, () => {}).then(
		() => 'goes on',
		(error: Error) => error.message,
	);
	return [result, count];
}

test.each<[answers: Answer[], result: string, count: number]>([
	[[[200]], 'goes on', 1],
	[[[409]], 'goes on', 1],
	[[[409, '11']], 'goes on', 1],
	[
		[
			[409, '0'],
			[409, '0'],
		],
		'goes on',
		2,
	],
	[[[503, '0'], [409]], 'goes on', 2],
	[[[503, '0'], [200]], 'goes on', 2],
	[
		[
			[503, '0'],
			[503, '0'],
		],
		'status 503',
		2,
	],
	[[[409, '0'], [429]], 'status 429', 2],
	[[[423]], 'status 423', 1],
	[[[429, '11']], 'status 429', 1],
	[[[503, '0.5']], 'status 503', 1],
	[[[400]], 'status 400', 1],
])('a single report with the answers %j: %s', async (answers, ...expected) => {
	expect(await sent(1, ...answers)).toEqual(expected);
});

test.each<[answers: Answer[], result: string, count: number]>([
	[[[409], [200]], 'goes on', 2],
	[[[200], [423]], 'goes on', 2],
	[[[200], [503, '0'], [503]], 'goes on', 3],
	[[[409], [409]], 'status 409', 2],
	[[[200], [500]], 'status 500', 2],
])('two reports at the same time with the answers %j: %s', async (answers, ...expected) => {
	expect(await sent(2, ...answers)).toEqual(expected);
});
