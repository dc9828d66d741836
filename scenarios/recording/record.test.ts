/** `payin-sandbox record`: a story is written only when it passes with another seed. */
import { expect, test } from 'vitest';
import type { Act } from '../../simulator/contract/control.ts';
import { cards } from '../../simulator/contract/test-values.ts';
import { options } from '../../test/support/calls.ts';
import { fullTest } from '../../test/support/campaign.ts';
import { cardFields, openAt, postForm } from '../../test/support/cashier.ts';
import { docsBlock } from '../../test/support/docs-block.ts';
import { record, recordPayment, recordWith } from '../../test/support/recording.ts';
import { sample, sampled } from '../../test/support/sample.ts';
import { post, reachCashier, startPayment, startSandbox } from '../../test/support/sandbox.ts';

test('a card that is declined, then asked for a code, becomes a story that an editor can read', async () => {
	const sandbox = await startSandbox();
	const { sessionId, transactionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'open' });
	await sandbox.act(sessionId, { action: 'submit', card: cards.funds });
	await sandbox.advance('5s');
	await sandbox.act(sessionId, { action: 'submit', card: cards.challenge });
	await sandbox.act(sessionId, { action: 'otp', otp: '4321' });
	await sandbox.act(sessionId, { action: 'otp', otp: '1234' });
	await sandbox.advance('5s');
	await sandbox.act(sessionId, { action: 'return' });
	const { code, stdout, stderr, text, out } = await recordPayment(sandbox, transactionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(stdout).toBe(`${out} passes in a sandbox with the seed 4711.\n`);
	expect(
		text,
	).toBe(`/** Recorded by payin-sandbox. Ids come from the responses, and the customer is generated. */
import { cards, challengeCodes, findByName, story } from 'payin-sandbox/scenarios';

export const recorded = story({
	name: 'shop-order',
	title: 'Recorded: a payment in CO, declined, confirmed',
	tags: ['recorded'],
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = findByName(session.paymentOptions, 'Card');
		await payin.hybridPayment(session, option);
		await shopper.open(session);
		expect.equal(
			'state after the submit',
			await shopper.pay(session, { card: cards.funds }),
			'processing',
		);
		await shopper.waitFor(session, 'declined');
		expect.equal(
			'state after the submit',
			await shopper.pay(session, { card: cards.challenge }),
			'opened',
		);
		expect.equal('state after the code', await shopper.enterCode(session, '9999'), 'opened');
		expect.equal(
			'state after the code',
			await shopper.enterCode(session, challengeCodes.passes),
			'processing',
		);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
`);
});

test('a bank is found again by the name that its list gave to its id', async () => {
	const sandbox = await startSandbox({ seed: 7 });
	const { sessionId } = await reachCashier(
		sandbox.url,
		'bank',
		{ amount: 99 },
		{ 'X-Sandbox-Outcome': 'HOLD' },
	);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('2h');
	await sandbox.act(sessionId, { action: 'confirm' });
	const { code, stderr, text, run } = await recordPayment(sandbox, sessionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(text).toContain("needs: 'control'");
	const [banks] = run.filter((line) => line.startsWith('await payin.hybridPayment'));
	expect(banks).toMatch(
		/^await payin\.hybridPayment\(session, option, findByName\(banks, '[^']+'\)\);$/,
	);
	expect(run).toEqual([
		"const session = await payin.paymentOptions({ market: 'CO', amount: 99, outcome: 'HOLD' });",
		"const option = findByName(session.paymentOptions, 'PSE');",
		'const banks = await payin.paymentSuboptions(session, option);',
		banks,
		"expect.equal('state after the submit', await shopper.pay(session), 'processing');",
		"await control.advance('2h');",
		"expect.equal('state after confirm', await control.confirm(session), 'confirmed');",
	]);
});

test('the page shows the story of a card that is declined, then paid', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'open' });
	for (const card of [cards.funds, cards.approve]) {
		await sandbox.act(sessionId, { action: 'submit', card });
		await sandbox.advance('5s');
	}
	await sandbox.act(sessionId, { action: 'return' });
	const { text } = await recordPayment(sandbox, sessionId);
	expect(text).toContain(docsBlock('record.md', 'js').replace('declined-then-paid', 'shop-order'));
});

fullTest('a bank that the merchant did not list is listed first, and that is said', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url);
	const chosen = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-02' };
	await post(`${sandbox.url}/v2/hybrid-payment`, chosen);
	const { code, stdout, run } = await recordPayment(sandbox, sessionId);
	expect([code, stdout]).toEqual([0, expect.stringContaining('the story asks for the list first')]);
	expect(run).toContain('const banks = await payin.paymentSuboptions(session, option);');
});

type Step = Act | string;

/** What a shopper, the clock and the network do to a payment, and lines of its story. */
const courses: readonly [
	title: string,
	kind: 'card' | 'bank',
	outcome: string,
	steps: readonly Step[],
	lines: readonly string[],
][] = [
	[
		'the window ends',
		'card',
		'',
		['31m'],
		["await shopper.waitFor(session, 'expired', 31 * 60_000);"],
	],
	[
		'confirmed a day later',
		'bank',
		'LATE',
		[{ action: 'submit' }, '1h', '1d'],
		["await shopper.waitFor(session, 'confirmed', 1471 * 60_000);"],
	],
	['cancelled', 'card', '', [{ action: 'open' }, { action: 'cancel' }], []],
	['cancelled by the bank', 'card', 'CANCEL', [{ action: 'submit' }], []],
	[
		'expired on the second attempt',
		'card',
		'DECLINE,EXPIRE',
		[{ action: 'submit' }, '6s', { action: 'submit' }],
		["'expired',"],
	],
	[
		'a wrong code',
		'card',
		'CHALLENGE',
		[{ action: 'submit' }, { action: 'otp', otp: '0000' }, { action: 'return' }],
		[],
	],
	[
		'declined after the right code',
		'card',
		'',
		[
			{ action: 'submit', card: cards.challengeThenDecline },
			{ action: 'otp', otp: '1234' },
			'1m',
			{ action: 'submit', card: '378282246310005' },
		],
		[],
	],
	['steered', 'bank', '', [{ action: 'steer', outcome: 'FRAUD' }, { action: 'submit' }, '10s'], []],
	[
		'declined and expired by hand',
		'card',
		'HOLD',
		[{ action: 'submit' }, { action: 'decline' }],
		[],
	],
	['expired by hand', 'card', '', [{ action: 'open' }, '5m', { action: 'expire' }], []],
	['a name that chooses', 'card', '', [{ action: 'submit', holder: 'FUNDS' }, '10s'], []],
	[
		'returns, and the test goes on',
		'bank',
		'SLOW',
		[{ action: 'submit' }, { action: 'return' }, '2m'],
		[],
	],
];

test.each(sample(courses, 1, 2))(`%s (${sampled(2)})`, async (_, kind, outcome, steps, lines) => {
	const sandbox = await startSandbox({ seed: 3 });
	const headers: Record<string, string> = outcome ? { 'X-Sandbox-Outcome': outcome } : {};
	const { sessionId } = await reachCashier(sandbox.url, kind, {}, headers);
	for (const step of steps) {
		if (typeof step === 'string') await sandbox.advance(step);
		else await sandbox.act(sessionId, step);
	}
	const { code, stderr, run } = await recordPayment(sandbox, sessionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(run).toEqual(expect.arrayContaining([...lines]));
});

test.each([
	[{ country: 'MX', currency: 'MXN', amount: 15_051 }, "{ market: 'MX', amount: 150.51 }"],
	[{ country: 'PL', currency: 'PLN', amount: 19_999 }, "{ market: 'PL' }"],
])('minor units (%j) become the major units of a story', async (request, sent) => {
	const sandbox = await startSandbox({ settings: { amount: { unit: 'minor' } } });
	const { sessionId } = await reachCashier(sandbox.url, 'bank', request);
	const { code, stderr, run } = await recordPayment(sandbox, sessionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(run[0]).toBe(`const session = await payin.paymentOptions(${sent});`);
});

test('what the shopper typed in a browser is recorded, and a browser is not needed again', async () => {
	const sandbox = await startSandbox();
	const { page, transactionId } = await reachCashier(sandbox.url, 'card');
	const { token } = await openAt(page);
	await postForm(page, { token, action: 'submit', ...cardFields(cards.funds) });
	await sandbox.advance('5s');
	await postForm(page, { action: 'return' });
	const { code, run } = await recordPayment(sandbox, transactionId);
	expect(code).toBe(0);
	expect(run.join(' ')).toMatch(/shopper\.open.*cards\.funds.*'declined'.*returnToAccount/);
});

test('personal data, its triggers and lost answers are replaced, and what is left out is listed', async () => {
	const sandbox = await startSandbox({
		settings: { journal: { headers: ['X-Shop', 'traceparent'] } },
	});
	const name = 'Zacharias Quillfeather';
	const changes = {
		paymentReference: 'invoice-77',
		language: 'ES',
		coupon: 'SPRING',
		customer: { name, email: 'someone+sim-funds@example.com', phone: '+573001112233' },
	};
	await options(sandbox, { ...changes, amount: -1 });
	const { sessionId, cardId } = await startPayment(sandbox.url, changes, {
		'X-Shop': 'main',
		traceparent: '00-a-b-01',
		'X-Sandbox-Return': 'never',
	});
	const hybrid = `${sandbox.url}/v2/hybrid-payment`;
	const chosen = { sessionId, paymentOptionId: cardId };
	await post(hybrid, chosen, { 'X-Sandbox-Fault': 'status=503;phase=before' });
	await post(hybrid, { sessionId, paymentOptionId: sessionId });
	await post(hybrid, chosen, { 'X-Sandbox-Fault': 'status=503;phase=after' });
	await post(hybrid, { sessionId });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('10s');
	const { code, stderr, stdout, text } = await recordPayment(sandbox, sessionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(text).toContain("outcome: 'FUNDS'");
	expect(text).not.toMatch(/Quillfeather|example\.com|invoice|3001112233|[0-9a-f]{8}-/);
	expect(stdout.split('\n').slice(1)).toEqual([
		'The story does not explain:',
		'  paymentOptions, journal entry 1: refused (invalid_body), so the story leaves it out.',
		'  hybridPayment, journal entry 3: its fault status is left out.',
		'  hybridPayment, journal entry 4: refused (option_not_in_session), so the story leaves it out.',
		'  hybridPayment, journal entry 5: its fault status is left out.',
		'  hybridPayment, journal entry 6: refused (invalid_body), so the story leaves it out.',
		'  A header or steer decided when the pages show the return link (never): the story leaves it out.',
		'  paymentOptions: the field coupon is left out.',
		'  paymentOptions: the language is left out; stories send EN.',
		'  paymentOptions: the header x-shop is left out.',
		'',
	]);
});

test('a payment of a workspace is recorded by the address of the workspace', async () => {
	const sandbox = await startSandbox({ host: '0.0.0.0', controlToken: 'a-token-of-this-test' });
	const { url } = await sandbox.workspace('team-a');
	const target = url.replace('0.0.0.0', '127.0.0.1');
	const { sessionId } = await reachCashier(target, 'card');
	const locked = await record(sessionId, '--target', target);
	const unset = 'PAYIN_SANDBOX_CONTROL_TOKEN is not set';
	expect([locked.code, locked.stderr]).toEqual([3, expect.stringContaining(unset)]);
	const env = { PAYIN_SANDBOX_CONTROL_TOKEN: 'a-token-of-this-test' };
	const { code, stderr } = await recordWith(env, sessionId, '--target', target);
	expect([code, stderr]).toEqual([0, '']);
	const elsewhere = target.replace('/w/team-a', '');
	expect((await recordWith(env, sessionId, '--target', elsewhere)).code).toBe(3);
});

test('a file that this Node does not load as a story is named when it is written', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const { code, stdout } = await record(sessionId, '--target', sandbox.url);
	expect(code).toBe(0);
	const isLoaded = Boolean(Reflect.get(process.features, 'typescript'));
	expect(
		/shop-order\.ts is TypeScript, .* Or record it into a file that ends with \.mjs\.\n$/.test(
			stdout,
		),
	).toBe(!isLoaded);
});
