import { expect, test } from 'vitest';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { listBanks, post, send, startPayment, startSandbox } from '../support/sandbox.ts';

async function setup(settings: SandboxOptions['settings']) {
	const sandbox = await startSandbox({ settings: settings ?? {} });
	const payment = await startPayment(sandbox.url);
	const { sessionId, cardId, bankId } = payment;
	const choose = (choice: object) =>
		post(sandbox.url + servicePaths.hybridPayment, { sessionId, ...choice });
	const list = (paymentOptionId: string) =>
		post(sandbox.url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId });
	const card = { paymentOptionId: cardId };
	const bank = { paymentOptionId: bankId, optionId: 'co-pse-01' };
	return { sandbox, payment, choose, list, card, bank };
}

test('a suboption is refused until its option was listed, and then has no assumption D-32', async () => {
	const { sandbox, payment, choose, list, card, bank } = await setup({
		hybrid: { requireListing: true },
		suboptions: { forPlain: 'emptyList' },
	});
	await list(payment.cardId);
	const refused = await choose(bank);
	expect(refused).toMatchObject({ status: 409, body: { code: 'suboptions_not_listed_yet' } });
	expect(refused.body.detail).toContain('PSE');
	expect((await choose(card)).status).toBe(200);
	await listBanks(sandbox.url, payment.sessionId, payment.bankId);
	const accepted = await choose(bank);
	expect(accepted.status).toBe(200);
	expect(accepted.headers.get('x-sandbox-assumptions')).not.toContain('D-32');
	expect(accepted.headers.get('x-sandbox-warnings')).toBeNull();
});

test('an option without banks returns an empty list until the payment expires', async () => {
	const { sandbox, payment, list } = await setup({ suboptions: { forPlain: 'emptyList' } });
	const { status, body } = await list(payment.cardId);
	expect(status).toBe(200);
	expect(body).toEqual({
		statusCode: '085',
		resultType: 'option_choice',
		result: {
			paymentOptionId: payment.cardId,
			transactionId: payment.transactionId,
			sessionId: payment.sessionId,
			options: [],
		},
	});
	await sandbox.advance('31m');
	expect((await list(payment.cardId)).status).toBe(410);
});

test('an ignored optionId does not change the choice', async () => {
	const { sandbox, payment, choose, card } = await setup({
		hybrid: { extraOptionId: 'ignore', repeat: 'same' },
	});
	const first = await choose(card);
	const second = await choose({ ...card, optionId: 'anything' });
	expect(second.body).toEqual(first.body);
	expect(first.headers.get('x-sandbox-warnings')).toBeNull();
	expect(second.headers.get('x-sandbox-assumptions')).toContain('D-31');
	const { option, suboption } = await sandbox.payment(payment.sessionId);
	expect([option?.kind, suboption]).toEqual(['card', null]);
});

test('with repeat "reject", a second hybrid-payment is refused with an error about the payment', async () => {
	const { sandbox, payment, choose, card, bank } = await setup({ hybrid: { repeat: 'reject' } });
	expect((await choose(card)).status).toBe(200);
	for (const again of [card, bank]) {
		const { status, body } = await choose(again);
		expect([status, body.code]).toEqual([409, 'choice_made']);
		expect(body.detail).toContain('The payment is redirected');
		expect(body.assumptions).toContain('D-33');
	}
	expect((await sandbox.payment(payment.sessionId)).option?.kind).toBe('card');
});

test('another choice is refused, and the same choice is repeated, until the payment ends', async () => {
	const { sandbox, payment, choose, card, bank } = await setup({ hybrid: { repeat: 'same' } });
	const first = await choose(card);
	for (const action of ['open', 'submit', 'confirm'] as const) {
		expect((await choose(bank)).body.code).toBe('choice_locked');
		expect((await choose(card)).body).toEqual(first.body);
		await sandbox.act(payment.sessionId, { action });
	}
	expect((await choose(card)).body).toEqual(first.body);
});

test.each([
	['cancel', 409, 'not_allowed_in_state'],
	['expire', 410, 'session_expired'],
] as const)('after the action %s, the same choice gets %i', async (action, status, code) => {
	const { sandbox, payment, choose, list, card } = await setup({});
	await choose(card);
	await sandbox.act(payment.sessionId, { action });
	const again = await choose(card);
	expect(again).toMatchObject({ status, body: { code } });
	expect(again.body.assumptions).toContain('D-33');
	expect(again.headers.get('x-sandbox-assumptions')).toBe(again.body.assumptions.join(','));
	// Neither a first choice nor another call repeats a choice.
	const other = await startPayment(sandbox.url);
	await sandbox.act(other.sessionId, { action });
	const first = await choose({ sessionId: other.sessionId, paymentOptionId: other.cardId });
	for (const answer of [first, await list(payment.bankId)]) {
		expect(answer).toMatchObject({ status, body: { code } });
		expect(answer.body.assumptions).not.toContain('D-33');
	}
	const gaps = await send('GET', sandbox.url + controlPaths.gaps);
	expect(JSON.stringify(gaps.body)).toContain(
		'except for a cancelled payment (409) and an expired one (410)',
	);
});

test('a repeated choice gets a warning only when the payment is final', async () => {
	const { sandbox, payment, choose, card } = await setup({});
	const warningsOf = async () => (await choose(card)).headers.get('x-sandbox-warnings');
	expect(await warningsOf()).toBeNull();
	await sandbox.act(payment.sessionId, { action: 'submit', holder: 'FUNDS' });
	expect(await warningsOf()).toBeNull();
	await sandbox.advance('5s');
	expect(await sandbox.payment(payment.sessionId)).toMatchObject({
		state: 'declined',
		final: false,
	});
	expect(await warningsOf()).toBeNull();
	await sandbox.act(payment.sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	expect(await sandbox.payment(payment.sessionId)).toMatchObject({
		state: 'confirmed',
		final: true,
	});
	expect(await warningsOf()).toBe('payment_already_final');
	const [entry] = (await sandbox.journal({ endpoint: 'hybridPayment' })).entries;
	expect(entry?.warnings).toEqual([
		{ code: 'payment_already_final', text: expect.stringContaining('payment that is final') },
	]);
});

test('a declined payment without attempts left is final: a repeated choice gets the warning', async () => {
	const { sandbox, payment, choose, card } = await setup({ cashier: { maxAttempts: 1 } });
	await choose(card);
	await sandbox.act(payment.sessionId, { action: 'submit', holder: 'FUNDS' });
	await sandbox.advance('5s');
	const { status, headers } = await choose(card);
	expect([status, headers.get('x-sandbox-warnings')]).toEqual([200, 'payment_already_final']);
});

test.each(['sandbox', 'realistic'] as const)(
	'a configured window overrides the one of the method in profile %s',
	async (profile) => {
		const sandbox = await startSandbox({ profile, settings: { latency: { default: 'none' } } });
		await sandbox.configure({
			methods: { PSE: { window: '20m' }, Card: { window: '9d' } },
		});
		const { sessionId, bankId } = await startPayment(sandbox.url);
		const body = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
		await post(sandbox.url + servicePaths.hybridPayment, body);
		await sandbox.advance(20 * 60_000 - 1);
		expect((await sandbox.payment(sessionId)).state).toBe('redirected');
		await sandbox.advance(1);
		expect((await sandbox.payment(sessionId)).state).toBe('expired');
	},
);

test('the window of one method does not change the others, and can be reset alone', async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ methods: { PSE: { window: '1m' } } });
	await sandbox.configure({ methods: { Card: { window: '2m' } } });
	const settings = await sandbox.configure({ methods: { PSE: null } });
	expect(settings.methods).toEqual({ Card: { window: '2m' } });
});

test.each([
	[{ processing: { timeout: 'soon' } }, 'processing.timeout'],
	[{ processing: { timeout: -1 } }, 'processing.timeout'],
	[{ session: { ttl: '1x' } }, 'session.ttl'],
	[{ methods: { Cash: { window: '1m' } } }, 'methods.Cash'],
	[{ methods: { PSE: { window: 'long' } } }, 'methods.PSE.window'],
	[{ methods: { PSE: '1m' } }, 'methods.PSE'],
	[{ methods: { PSE: { windowSeconds: 5 } } }, 'methods.PSE.windowSeconds'],
	[{ ids: { optionScope: 'merchant' } }, 'ids.optionScope'],
	[{ ids: { suboptionScope: true } }, 'ids.suboptionScope'],
	[{ ids: { acceptUuidAsOptionId: 'yes' } }, 'ids.acceptUuidAsOptionId'],
	[{ suboptions: { forPlain: 'null' } }, 'suboptions.forPlain'],
	[{ hybrid: { extraOptionId: 'accept' } }, 'hybrid.extraOptionId'],
	[{ hybrid: { requireListing: 1 } }, 'hybrid.requireListing'],
	[{ hybrid: { repeat: 'allow' } }, 'hybrid.repeat'],
	[{ reference: { duplicate: 'same' } }, 'reference.duplicate'],
	[{ idempotency: { header: 'two words' } }, 'idempotency.header'],
	[{ idempotency: { header: '' } }, 'idempotency.header'],
	[{ idempotency: { ttl: 'never' } }, 'idempotency.ttl'],
	[{ idempotency: { conflict: 400 } }, 'idempotency.conflict'],
])('%j is refused at its path, with its rule and its fix', async (patch, param) => {
	const { url } = await startSandbox();
	const before = await send('GET', url + controlPaths.settings);
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.param]).toEqual([400, param]);
	expect(body.detail).toMatch(/must|is not/);
	expect(body.fix).not.toBe('');
	expect((await send('GET', url + controlPaths.settings)).body).toEqual(before.body);
});

test('the same choice gets the same answer when its bank is hidden or refused since, in every open state', async () => {
	const { sandbox, payment, choose, bank } = await setup({});
	const first = await choose(bank);
	expect(first.status).toBe(200);
	const repeatIn = async (state: string, setting: object) => {
		await sandbox.configure({ methods: { PSE: setting } });
		expect((await sandbox.payment(payment.sessionId)).state).toBe(state);
		const { status, body } = await choose(bank);
		expect([status, body], state).toEqual([200, first.body]);
		const other = await choose({ ...bank, optionId: 'co-pse-02' });
		expect(other.status, state).toBe(409);
	};
	const both = ['co-pse-01', 'co-pse-02'];
	await repeatIn('redirected', { hideBanks: both, refuseBanks: null });
	await sandbox.act(payment.sessionId, { action: 'submit' });
	await repeatIn('processing', { hideBanks: null, refuseBanks: both });
	await sandbox.act(payment.sessionId, { action: 'confirm' });
	await repeatIn('confirmed', { hideBanks: both, refuseBanks: both });
});
