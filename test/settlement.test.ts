import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import type { Settlement } from '../simulator/contract/settlement.ts';
import { settlementSchema } from '../simulator/contract/settlement.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function settlementOf({ url }: Pick<Sandbox, 'url'>, query = ''): Promise<Settlement> {
	const { status, body } = await send('GET', `${url}${controlPaths.settlement}${query}`);
	expect(status).toBe(200);
	return settlementSchema.strict().parse(body);
}

async function pay(sandbox: Sandbox, paymentReference: string, holder = 'Ana Torres') {
	const payment = await reachCashier(sandbox.url, 'card', { paymentReference });
	await sandbox.act(payment.sessionId, { action: 'submit', holder });
	return payment;
}

const inWords = ({ rows }: Settlement) =>
	rows.map(({ paymentReference, state, at }) => `${paymentReference} ${state} ${at.slice(11, 19)}`);

test.each([
	[1, 5],
	[3, 1],
])('a change of cashier.maxAttempts from %i to %i moves no row', async (before, after) => {
	const sandbox = await startSandbox({ settings: { cashier: { maxAttempts: before } } });
	const { sessionId } = await pay(sandbox, 'declined', 'DECLINE');
	await sandbox.advance('10s');
	const isFinal = before === 1;
	const declined = isFinal ? ['declined declined 00:00:05'] : [];
	for (const maxAttempts of [after, null]) {
		await sandbox.configure({ cashier: { maxAttempts } });
		expect(inWords(await settlementOf(sandbox))).toEqual(declined);
		expect(await sandbox.payment(sessionId)).toMatchObject({ final: isFinal });
	}
	const later = await pay(sandbox, 'later', 'DECLINE');
	await sandbox.configure({ cashier: { maxAttempts: after } });
	await sandbox.advance('10s');
	expect(await sandbox.payment(later.sessionId)).toMatchObject({ final: false });
});

test('final payments are listed in the order in which they became final', async () => {
	const sandbox = await startSandbox();
	await startPayment(sandbox.url, { paymentReference: 'left' });
	await pay(sandbox, 'declined', 'DECLINE');
	await sandbox.advance('10s');
	const { transactionId } = await pay(sandbox, 'paid');
	const cancelled = await reachCashier(sandbox.url, 'card', { paymentReference: 'cancelled' });
	await sandbox.act(cancelled.sessionId, { action: 'cancel' });
	await pay(sandbox, 'held', 'HOLD');
	expect(inWords(await settlementOf(sandbox))).toEqual(['cancelled cancelled 00:00:10']);
	await sandbox.advance('5s');
	const early = await settlementOf(sandbox);
	expect(inWords(early)).toEqual(['cancelled cancelled 00:00:10', 'paid confirmed 00:00:15']);
	expect(early).toMatchObject({
		next: null,
		notice: expect.stringContaining('the service sends no'),
	});
	expect(early.rows[1]).toEqual({
		transactionId,
		paymentReference: 'paid',
		state: 'confirmed',
		amount: expect.any(Number),
		currency: 'COP',
		country: 'CO',
		at: '2027-01-01T00:00:15.000Z',
	});
	// A declined payment can be tried again until its window ends.
	await sandbox.advance('1h');
	expect(inWords(await settlementOf(sandbox))).toEqual([
		'cancelled cancelled 00:00:10',
		'paid confirmed 00:00:15',
		'left expired 00:30:00',
		'declined declined 00:30:00',
	]);
	expect(await sandbox.settlement({ limit: 1 })).toMatchObject({
		rows: [{ paymentReference: 'cancelled' }],
		next: expect.any(String),
	});
	expect((await settlementOf(await sandbox.workspace('team-b'))).rows).toEqual([]);
});

test('a late confirmation is a row of the day on which it came', async () => {
	const sandbox = await startSandbox();
	const late = { 'X-Sandbox-Outcome': 'LATE' };
	const { sessionId } = await reachCashier(sandbox.url, 'bank', { paymentReference: 'late' }, late);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('2h');
	expect((await settlementOf(sandbox)).rows).toEqual([]);
	await sandbox.advance('1d');
	expect(await settlementOf(sandbox)).toMatchObject({ rows: [{ state: 'confirmed' }] });
});

test('a steer that removes a late confirmation sets the time of the row', async () => {
	const sandbox = await startSandbox();
	const late = { 'X-Sandbox-Outcome': 'LATE' };
	const { sessionId } = await reachCashier(sandbox.url, 'bank', { paymentReference: 'late' }, late);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('2h');
	await pay(sandbox, 'other');
	await sandbox.advance('5s');
	const [read] = (await settlementOf(sandbox)).rows;
	expect(read).toMatchObject({ paymentReference: 'other', at: '2027-01-01T02:00:05.000Z' });
	await sandbox.advance('1s');
	const steered = await sandbox.act(sessionId, { action: 'steer', outcome: 'DECLINE' });
	expect(steered).toMatchObject({ state: 'expired', final: true });
	expect(inWords(await settlementOf(sandbox, `?since=${read?.at}`))).toEqual([
		'other confirmed 02:00:05',
		'late expired 02:00:06',
	]);
});

test('pages follow one another without a loss, and a time selects what became final then or later', async () => {
	const sandbox = await startSandbox({ settings: { session: { ttl: '1m' } } });
	for (let index = 0; index < 30; index += 1) {
		await startPayment(sandbox.url, { paymentReference: `order-${index}` });
		// Groups of three become final at the same time.
		if (index % 3 === 2) await sandbox.advance('1s');
	}
	await sandbox.advance('1h');
	const all = (await settlementOf(sandbox)).rows;
	expect(all.map(({ paymentReference }) => paymentReference)).toEqual(
		Array.from({ length: 30 }, (_, index) => `order-${index}`),
	);
	const paged: Settlement['rows'] = [];
	let next: string | null = '1970-01-01T00:00:00Z';
	while (next !== null) {
		const page = await settlementOf(sandbox, `?limit=4&since=${next}`);
		expect(page.rows.length).toBeLessThanOrEqual(4);
		paged.push(...page.rows);
		next = page.next;
	}
	expect(paged).toEqual(all);
	const { at } = all[16] ?? { at: '' };
	const since = (await settlementOf(sandbox, `?since=${at}`)).rows;
	expect(since).toEqual(all.filter((row) => row.at >= at));
	expect(since).toHaveLength(15);
	const twice = (await settlementOf(sandbox, '?duplicates=true&limit=10')).rows;
	expect(twice).toEqual(all.slice(0, 10).flatMap((row) => [row, row]));
});

test('CSV is quoted, runs no formula in a spreadsheet, and leads to its next page', async () => {
	const sandbox = await startSandbox();
	const references = ['plain', 'a, "b"', 'two\r\nlines', '=1+1', '+1', '-1', '@sum', ' =1', 'a=1'];
	for (const paymentReference of references) {
		const { sessionId } = await startPayment(sandbox.url, { paymentReference });
		await sandbox.act(sessionId, { action: 'cancel' });
	}
	await sandbox.act((await startPayment(sandbox.url, { paymentReference: undefined })).sessionId, {
		action: 'cancel',
	});
	const path = `${sandbox.url}${controlPaths.settlement}`;
	const { headers, body } = await send('GET', `${path}?format=csv&limit=4`);
	expect(headers.get('content-type')).toMatch(/^text\/csv;/);
	expect(headers.get('content-disposition')).toContain('no-part-of-the-service.csv');
	const [, link = ''] = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
	const rest = await send('GET', new URL(link, path).href.replace('limit=4', 'limit=100'));
	expect(rest.headers.get('link')).toBeNull();
	const rows = [...readCsv(body), ...readCsv(rest.body).slice(1)];
	expect(rows[0]).toEqual([
		...['transactionId', 'paymentReference', 'state', 'amount', 'currency', 'country', 'at'],
	]);
	expect(rows.slice(1).map(([, reference]) => reference)).toEqual([
		...['plain', 'a, "b"', 'two\r\nlines', "'=1+1", "'+1", "'-1", "'@sum", "' =1", 'a=1', ''],
	]);
	expect(Number(rows[1]?.[3])).toBeGreaterThan(0);
});

test.each([
	['?since=yesterday', 'since'],
	['?since=12-', 'since'],
	['?format=xml', 'format'],
	['?duplicates=yes', 'duplicates'],
	['?limit=1001', 'limit'],
	['?state=confirmed', 'state'],
])('%s is refused by name', async (query, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('GET', `${url}${controlPaths.settlement}${query}`);
	expect([status, body.code, body.param]).toEqual([400, 'invalid_query', param]);
	expect(body.fix).not.toBe('');
});

/** By RFC 4180: every line ends with CRLF; a quoted cell holds anything, its quotes doubled. */
function readCsv(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	let left = text;
	while (left !== '') {
		const [whole = '', quoted, bare = '', end = ''] =
			/^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(left) ?? [];
		if (whole === '') throw new Error(`Not CSV: ${left}`);
		row.push(quoted?.replaceAll('""', '"') ?? bare);
		if (end === '\r\n') {
			rows.push(row);
			row = [];
		}
		left = left.slice(whole.length);
	}
	return rows;
}

test('a settlement says that it is not complete once payments of the workspace were evicted', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 3 } } });
	const csv = () => fetch(`${sandbox.url}${controlPaths.settlement}?format=csv`);
	await pay(sandbox, 'first');
	await sandbox.advance('10s');
	expect(await settlementOf(sandbox)).toMatchObject({ rows: [{}], complete: true });
	expect((await csv()).headers.get('X-Sandbox-Complete')).toBe('true');
	for (let payment = 0; payment < 3; payment += 1) await startPayment(sandbox.url);
	expect(await settlementOf(sandbox)).toMatchObject({ rows: [], complete: false });
	expect((await csv()).headers.get('X-Sandbox-Complete')).toBe('false');
	const team = await sandbox.workspace('team-a');
	expect(await settlementOf(team)).toMatchObject({ rows: [], complete: true });
});
