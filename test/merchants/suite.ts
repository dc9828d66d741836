/** What every example merchant must do: the right shop handles all failures, and each bug shows. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bug } from '../../scenarios/example-merchant/bugs.ts';
import { bugs } from '../../scenarios/example-merchant/bugs.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import { temporaryFolder } from '../support/command.ts';
import { sample, sampled } from '../support/sample.ts';
import { send } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';
import { startMerchant, startShop } from './merchant.ts';
import { bank, checkoutStatus, stories } from './stories.ts';

const faults: readonly FaultRuleInput['fault'][] = [
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 429, retryAfter: '1s' },
	{ kind: 'close' },
	{ kind: 'reset' },
	{ kind: 'truncate' },
	{ kind: 'malform' },
	{ kind: 'content-type' },
	{ kind: 'garbage' },
];
const endpoints = ['paymentOptions', 'paymentSuboptions', 'hybridPayment'] as const;
const failures = endpoints.flatMap((endpoint) => faults.map((fault) => ({ endpoint, fault })));

/** Tests of the shop of a merchant file. */
export function testMerchant(path: string) {
	const shared = useShared(() => startMerchant(path));
	/** A sandbox without payments, behind a shop that keeps running. */
	const correct = async () => {
		await shared().reset();
		return shared();
	};

	test.each([
		['Card', null],
		['PSE', 'Bancolombia'],
	])('a shopper pays by %s, and the order is paid once it is settled', async (option, name) => {
		const merchant = await correct();
		const reference = await merchant.order({ reference: `no. 7/${option} & "co" #1`, amount: 1 });
		expect(await merchant.orderOf(reference)).toMatchObject({ status: 'new', payments: [] });
		const { status, sessionId } = await merchant.checkout(reference, option, name);
		expect(status).toBe(303);
		const { transactionId } = await merchant.sandbox.act(sessionId, { action: 'submit' });
		const page = await merchant.comeBack(sessionId);
		expect(page.status).toBe(200);
		expect(page.body).toContain(`no. 7/${option} &amp; `);
		expect(page.body).toContain('we wait for the bank');
		expect((await merchant.orderOf(reference)).status).toBe('pending');
		await merchant.sandbox.act(sessionId, { action: 'confirm' });
		await merchant.settle(transactionId, 'confirmed');
		expect(await merchant.orderOf(reference)).toEqual({
			...{ id: reference, status: 'paid', amount: 1, currency: 'COP' },
			payments: [{ transactionId, state: 'confirmed' }],
		});
		expect((await merchant.checkout(reference)).status).toBe(409);
		expect(await merchant.calls('paymentOptions')).toMatchObject([
			{ amount: 1, currency: 'COP', paymentReference: reference },
		]);
	});

	const seed = 5;
	test.each(sample(failures, 2, seed))(
		`$fault.kind at $endpoint: an error, and the next checkout works (${sampled(seed)})`,
		async ({ endpoint, fault }) => {
			const merchant = await correct();
			await merchant.sandbox.faults.add({ match: { endpoint }, fault, times: 1 });
			const reference = await merchant.order();
			const { status, body } = await merchant.checkout(reference, ...bank);
			expect([502, 503]).toContain(status);
			expect(body).toContain('You have not paid');
			expect((await merchant.orderOf(reference)).status).toBe('new');
			const { sessionId } = await merchant.checkout(reference, ...bank);
			expect((await merchant.confirm(sessionId)).body.status).toBe('paid');
			const { findings } = await merchant.sandbox.findings();
			expect(findings.filter(({ severity }) => ['money', 'wrong'].includes(severity))).toEqual([]);
		},
	);

	test('an order that is paid in two tabs is flagged', async () => {
		const merchant = await correct();
		const reference = await merchant.order();
		const tabs = [await merchant.checkout(reference), await merchant.checkout(reference)];
		for (const { sessionId } of tabs) await merchant.confirm(sessionId);
		expect((await merchant.orderOf(reference)).status).toBe('refund_due');
	});

	test('a bank that is no longer listed, an unknown order and an unknown transaction are errors', async () => {
		const merchant = await correct();
		await merchant.sandbox.configure({ methods: { PSE: { hideBanks: ['co-pse-01'] } } });
		expect(await checkoutStatus(merchant, ...bank)).toBe(409);
		expect((await merchant.checkout('no-such-order')).status).toBe(404);
		expect((await merchant.settle('no-such-transaction', 'confirmed')).status).toBe(404);
		const { origin } = new URL(merchant.file.ready);
		expect((await send('POST', `${origin}/orders`, { id: 'a' })).status).toBe(400);
		expect((await send('GET', `${origin}/return?order=a`)).status).toBe(404);
	});

	const played = sample(Object.keys(bugs) as Bug[], 1, seed);
	test.each(played)(`the bug %s shows (${sampled(seed)})`, async (bug) => {
		const { play, right, wrong } = stories[bug];
		const [withBug, without] = await Promise.all([
			startMerchant(path, bug).then(play),
			correct().then(play),
		]);
		expect({ without, withBug }).toEqual({ without: right, withBug: wrong });
	});

	test('an unknown bug ends the shop, and the message lists the known ones', async () => {
		const { code, stderr } = await (await startShop(path, { SHOP_BUGS: 'no-bug' })).ended;
		expect(code).toBe(2);
		expect(stderr).toContain('unknown names: no-bug.');
		expect(
			stderr
				.trim()
				.replace(/^.*Known: |\.$/g, '')
				.split(', '),
		).toEqual(Object.keys(bugs));
	});

	test('orders survive a restart', async () => {
		const env = { SHOP_DB: join(temporaryFolder(), 'shop.db') };
		const before = await startShop(path, env);
		const order = { id: 'order-1', amount: 59.9, currency: 'EUR', country: 'AT' };
		await send('POST', `${new URL(before.file.ready).origin}/orders`, order);
		before.child.kill('SIGTERM');
		expect((await before.ended).code).toBe(0);
		const after = await startShop(path, env);
		const { body } = await send('GET', `${new URL(after.file.ready).origin}/orders/order-1`);
		expect(body).toMatchObject({ status: 'new', amount: 59.9 });
	});
}
