/** `payin-sandbox record --har`: archives of the sandbox, a browser and a proxy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cards } from '../../simulator/contract/test-values.ts';
import { fullBrowserTest, openContext } from '../../test/support/browser.ts';
import { cardFields, openAt, postForm } from '../../test/support/cashier.ts';
import { runCommand, runFromSource, temporaryFolder } from '../../test/support/command.ts';
import { linesOfRun, recordHere } from '../../test/support/recording.ts';
import { firstRows } from '../../test/support/sample.ts';
import { reachCashier, send, startSandbox } from '../../test/support/sandbox.ts';

function writeHar(har: unknown): string {
	const file = join(temporaryFolder(), 'shop.har');
	writeFileSync(file, typeof har === 'string' ? har : JSON.stringify(har));
	return file;
}

const record = (har: unknown, name = 'story.ts') =>
	recordHere({ har: writeHar(har) }, join(temporaryFolder(), name));

test.each(
	firstRows([
		['the package', runCommand],
		['the clone', runFromSource],
	] as const),
)("the sandbox's own journal is an archive, in %s", async (_, run) => {
	const sandbox = await startSandbox({ seed: 5 });
	const { page } = await reachCashier(sandbox.url, 'bank', { country: 'MX', currency: 'MXN' });
	const { token } = await openAt(page);
	await postForm(page, { token, action: 'cancel' });
	const { body } = await send('GET', `${sandbox.url}/_sandbox/journal?format=har`);
	const out = join(temporaryFolder(), 'story.ts');
	const { code, stdout, stderr } = await run(['record', '--har', writeHar(body), '--out', out]);
	expect([code, stderr]).toEqual([0, '']);
	expect(linesOfRun(readFileSync(out, 'utf8'))).toEqual([
		"const session = await payin.paymentOptions({ market: 'MX', amount: 150000 });",
		"const option = findByName(session.paymentOptions, 'Bank transfer');",
		'const banks = await payin.paymentSuboptions(session, option);',
		expect.stringMatching(
			/^await payin\.hybridPayment\(session, option, findByName\(banks, '.+'\)\);$/,
		),
		'await shopper.open(session);',
	]);
	expect(stdout).toContain('A form of the cashier has no fields in the archive');
});

fullBrowserTest(
	'an archive that Chromium wrote has the forms of the shopper, and no card',
	async () => {
		const sandbox = await startSandbox({
			clock: 'real',
			settings: { processing: { default: { fixed: 10 } } },
		});
		const path = join(temporaryFolder(), 'browser.har');
		const context = await openContext({ recordHar: { path, content: 'embed' } });
		const shop = await context.newPage();
		await shop.goto(`${sandbox.url}/_sandbox/health`);
		const redirect = await shop.evaluate(async () => {
			// biome-ignore lint/suspicious/noExplicitAny: because the test reads two fields of whatever came
			const call = async (name: string, body: object): Promise<any> => {
				const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
				return (await fetch(`/v2/${name}`, { ...init, body: JSON.stringify(body) })).json();
			};
			const { sessionId, paymentOptions } = await call('payment-options', {
				...{ country: 'BR', currency: 'BRL', amount: 249.9, redirectUrl: 'https://shop.example/' },
				customer: { name: 'Zacharias Quillfeather' },
			});
			const card = paymentOptions.find((option: { extraData: [] }) => option.extraData.length > 0);
			const { result } = await call('hybrid-payment', {
				sessionId,
				paymentOptionId: card.paymentOptionId,
			});
			return result.redirectUrl as string;
		});
		await shop.goto(redirect);
		for (const [name, value] of Object.entries(cardFields(cards.funds))) {
			await shop.fill(`[name=${name}]`, value);
		}
		await shop.getByTestId('pay-submit').click();
		await shop.waitForSelector('[data-state=declined]');
		await context.close();
		const har = readFileSync(path, 'utf8');
		expect(har).toContain(cards.funds);
		const { code, stdout, stderr, text, run } = await record(har);
		expect([code, stderr]).toEqual([0, '']);
		expect(text).not.toMatch(/\d{13}|Quillfeather/);
		expect(run).toEqual([
			"const session = await payin.paymentOptions({ market: 'BR' });",
			"const option = findByName(session.paymentOptions, 'Card');",
			'await payin.hybridPayment(session, option);',
			'await shopper.open(session);',
			'await shopper.pay(session, { card: cards.funds });',
			"await shopper.waitFor(session, 'declined');",
		]);
		expect(stdout).not.toContain('does not explain');
	},
);

const [transactionId, sessionId, option, other] = [1, 2, 3, 4].map(
	(digit) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`,
);

/** An entry of a proxy in front of another host. */
function entry(
	path: string,
	request: object,
	response: object,
	headers: Record<string, string> = {},
) {
	const text = Buffer.from(JSON.stringify(response)).toString('base64');
	return {
		startedDateTime: '2026-11-21T10:00:00.000Z',
		request: {
			method: 'POST',
			url: `https://pay.example/api/v3/${path}?debug=1`,
			headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
			postData: { mimeType: 'application/json', text: JSON.stringify(request) },
		},
		response: { status: 200, content: { size: 1, encoding: 'base64', text } },
	};
}

const archive = (...entries: object[]) => ({ log: { version: '1.2', entries } });

const created = entry(
	'payment-options',
	{
		...{ country: 'PL', currency: 'PLN', amount: 12.5, redirectUrl: 'https://shop.example/' },
		...{ language: 'EN', paymentReference: 'SIM-DECLINE-1', customer: { name: 'Ann' } },
	},
	{
		transactionId,
		sessionId,
		paymentOptions: [
			{ paymentOptionId: option, name: 'Card', logo: null, extraData: [] },
			// The name of one is the id of the other.
			{ paymentOptionId: other, name: option, logo: null, extraData: [] },
		],
	},
	{ Traceparent: '00-1', 'X-Request-Id': 'a', Authorization: 'Bearer b', 'X-Tenant': 't' },
);
const chosen = { sessionId, paymentOptionId: option };
const redirect = {
	statusCode: '300',
	result: { transactionId, redirectUrl: `https://pay.example/pay?sessionId=${sessionId}` },
};
const paid = entry('hybrid-payment', chosen, redirect);

test('values are correlated by their field, on any host, and what is left over is listed', async () => {
	const refused = { ...created, response: { ...created.response, status: 503 } };
	const { code, stdout, stderr, run } = await record(
		archive(refused, created, paid),
		// A time is no card number.
		'20261123141215.ts',
	);
	expect([code, stderr]).toEqual([0, '']);
	expect(run).toEqual([
		"const session = await payin.paymentOptions({ market: 'PL', amount: 12.5, outcome: 'DECLINE' });",
		"const option = findByName(session.paymentOptions, 'Card');",
		'await payin.hybridPayment(session, option);',
	]);
	expect(stdout.split('\n').slice(2, -1)).toEqual([
		'  /v2/payment-options has the status 503: the story leaves it out.',
		'  paymentOptions: the header x-tenant is left out.',
	]);
});

test('fields that a tool writes as null count as missing', async () => {
	const get = { method: 'GET', url: 'https://other.example/', headers: null, postData: null };
	const other = { ...created, request: get, response: { status: 0, content: null } };
	const withNull = { ...created.request.postData, params: null };
	const first = { ...created, request: { ...created.request, postData: withNull } };
	const form = { ...paid, request: { ...get, method: 'POST', postData: { text: null } } };
	const { code, stderr, run } = await record(archive(other, first, paid, form));
	expect([code, stderr]).toEqual([0, '']);
	expect(run).toHaveLength(3);
});

/** A page of the cashier in a browser, or a form that it sent. */
const cashier = (method: string, text: string) => ({
	...paid,
	request: { method, url: redirect.result.redirectUrl, headers: [], postData: { text } },
	response: {
		status: method === 'GET' ? 200 : 303,
		content: { text: '<p data-state="declined">' },
	},
});

test('the card or else the holder of each form selects the outcome of its attempt', async () => {
	const forms = [
		{ ...cardFields(cards.approve), cardholder: ' funds ' },
		{ ...cardFields(cards.expired), cardholder: 'HOLD' },
		cardFields(cards.approve),
	].map((fields) => String(new URLSearchParams({ action: 'submit', ...fields })));
	const pages = forms.flatMap((form) => [cashier('POST', form), cashier('GET', '')]);
	const { code, stderr, run } = await record(archive(created, paid, ...pages));
	expect([code, stderr]).toEqual([0, '']);
	expect(run[0]).toContain("outcome: 'FUNDS,EXPCARD,DECLINE'");
});

const foreign = entry('hybrid-payment', { ...chosen, sessionId: transactionId }, redirect);
const otherOption = entry(
	'hybrid-payment',
	{ ...chosen, paymentOptionId: transactionId },
	redirect,
);
const unlisted = entry('hybrid-payment', { ...chosen, optionId: option }, redirect);
const noMarket = {
	...created,
	request: {
		...created.request,
		postData: { text: JSON.stringify({ country: 'PL', currency: 'USD' }) },
	},
};
const textAmount = {
	...created,
	request: {
		...created.request,
		postData: { text: JSON.stringify({ country: 'PL', currency: 'PLN', amount: '12.50' }) },
	},
};

const noText = { toString: 1 };
const named = (name: unknown) =>
	entry('payment-options', JSON.parse(created.request.postData.text), {
		...{ transactionId, sessionId },
		paymentOptions: [{ paymentOptionId: option, name }],
	});
const idOf = (field: string) => entry('hybrid-payment', { ...chosen, [field]: noText }, redirect);

test.each([
	['an object as a session', archive(created, idOf('sessionId')), 'hybrid-payment.sessionId is {'],
	[
		'an object as an option',
		archive(created, idOf('paymentOptionId')),
		'.paymentOptionId is {"toS',
	],
	['an object as a bank', archive(created, idOf('optionId')), 'hybrid-payment.optionId is {'],
	['an object as a name', archive(named(noText), paid), 'The name beside a paymentOptionId is {'],
	['half of a character', archive(named('\ud800'), paid), 'The story fails in a sandbox'],
	['text', 'not JSON', 'The file is not JSON'],
	['another JSON', {}, 'The file is no HTTP Archive: it has no log.entries. Save one in'],
	[
		'an entry without its request',
		{ log: { version: '1.2', entries: [{ startedDateTime: '' }] } },
		'The file is no HTTP Archive: at log.entries[0].request: ',
	],
	['another version', { log: { version: '2.0', entries: [] } }, 'an HTTP Archive 2.0'],
	[
		'an archive without a payment',
		archive(paid),
		'The archive has no successful POST /v2/payment-options.',
	],
	['a session of another field', archive(created, foreign), 'hybrid-payment.sessionId comes from'],
	['an option of another field', archive(created, otherOption), 'hybrid-payment.paymentOptionId'],
	['a bank of another field', archive(created, unlisted), 'hybrid-payment.optionId comes from'],
	['an amount that is text', archive(textAmount), 'payment-options.amount is not a number.'],
	['a market that is none', archive(noMarket), 'No market of the story API has country "PL"'],
])('%s is refused with the reason', async (_, har, reason) => {
	const { code, stderr, text } = await record(har);
	expect([code, text]).toEqual([1, null]);
	expect(stderr).toContain(reason);
});
