/** `GET /_sandbox/findings`: each code with calls that produce it, and with calls that must not. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import { findingCodes, findingKindOf } from '../simulator/contract/finding-table.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import type { Workspace } from '../simulator/sandbox.ts';
import { choose, leaveDuringPaymentOptions, options } from './support/calls.ts';
import { openConnection } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';
import { listBanks, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(() => startSandbox());

interface Place extends Workspace {
	callsInFlight: Sandbox['callsInFlight'];
}

type Play = (place: Place) => Promise<unknown>;

const pay = async (place: Place, changes: object = {}) => {
	const payment = await reachCashier(place.url, 'card', { ...changes });
	await place.act(payment.sessionId, { action: 'submit' });
	await place.advance('5s');
	return { ...payment, choice: { sessionId: payment.sessionId, paymentOptionId: payment.cardId } };
};

const chooseBank = async ({ url }: Place, idOf: (bank: { id: string; uuid: string }) => string) => {
	const { sessionId, bankId: paymentOptionId } = await startPayment(url);
	const [bank] = await listBanks(url, sessionId, paymentOptionId);
	if (bank) await choose({ url }, { sessionId, paymentOptionId, optionId: idOf(bank) });
};

/** The client leaves during payment-options, as it does with a timeout that is too short. */
const loseAnswer = async (place: Place) => {
	await place.configure({ latency: { default: { fixed: '60s' } } });
	await leaveDuringPaymentOptions(place);
	await expect.poll(place.callsInFlight).toBe(0);
	await place.configure({ latency: null });
};

/** Both calls fail with 503. The second arrives when the first is answered. */
const failTwice = async (place: Place, references: readonly [string, string]) => {
	await place.configure({ errors: { status: { invalid_body: 503 } } });
	const requests = references.map((paymentReference) => {
		const body = JSON.stringify({ ...paymentOptionsExample, paymentReference, amount: -1 });
		const head = [
			`POST ${new URL(place.url).pathname}${servicePaths.paymentOptions} HTTP/1.1`,
			'Host: localhost',
			'Content-Type: application/json',
			`Content-Length: ${Buffer.byteLength(body)}`,
		];
		return `${head.join('\r\n')}\r\n\r\n${body}`;
	});
	const { send, answers, socket } = openConnection(place.url);
	const [first = '', second = ''] = requests;
	socket.once('data', () => send(second));
	send(first);
	expect((await answers(2)).map(({ status }) => status)).toEqual([503, 503]);
};

const choice = async ({ url }: Place) => {
	const { sessionId, cardId: paymentOptionId } = await startPayment(url);
	return { sessionId, paymentOptionId };
};

const plays: Record<FindingCode, { produces: Play; spares: Play }> = {
	amount_implausible: {
		produces: (place) => options(place, { amount: 15_000_000 }),
		spares: (place) => options(place, { amount: 600_000 }),
	},
	duplicate_order: {
		async produces(place) {
			// References of a shop that takes them from its clock: the numbers differ in their last digits.
			await reachCashier(place.url, 'card', { paymentReference: 'order-1795542196640' });
			await reachCashier(place.url, 'card', { paymentReference: 'order-1795542196999' });
		},
		async spares(place) {
			const reach = (changes: object) => reachCashier(place.url, 'card', { ...changes });
			await reach({ paymentReference: 'order-1' });
			await reach({ paymentReference: 'order-1' });
			for (const phone of ['+573001234567', '+573001234568']) {
				await reach({ paymentReference: phone, customer: { name: 'Ana Torres', phone } });
			}
			await reach({ paymentReference: 'order-3', amount: 150_001 });
			await reach({ paymentReference: 'order-4', customer: { name: 'Luis Gil' } });
		},
	},
	same_reference_confirmed_twice: {
		async produces(place) {
			await pay(place);
			await pay(place);
		},
		async spares(place) {
			await reachCashier(place.url, 'card');
			await pay(place);
		},
	},
	final_session_reused: {
		produces: async (place) => choose(place, (await pay(place)).choice),
		async spares(place) {
			const { sessionId, cardId } = await reachCashier(place.url, 'card');
			await choose(place, { sessionId, paymentOptionId: cardId });
		},
	},
	suboption_uuid_sent: {
		produces: (place) => chooseBank(place, ({ uuid }) => uuid),
		spares: (place) => chooseBank(place, ({ id }) => id),
	},
	option_of_another_session: {
		async produces(place) {
			const { paymentOptionId } = await choice(place);
			await choose(place, { ...(await choice(place)), paymentOptionId });
		},
		spares: async (place) => choose(place, await choice(place)),
	},
	currency_mismatch: {
		produces: (place) => options(place, { currency: 'EUR' }),
		spares: (place) => options(place, { country: 'XX', currency: 'EUR' }),
	},
	refusal_ignored: {
		produces: (place) => options(place, { amount: -1 }),
		async spares(place) {
			await options(place, { amount: -1 });
			await options(place);
		},
	},
	redirect_not_encoded: {
		produces: (place) => options(place, { redirectUrl: 'https://shop.example/?name=Ana Torres' }),
		spares: (place) => options(place, { redirectUrl: 'https://shop.example/?name=Ana%20Torres' }),
	},
	redirect_ambiguous: {
		produces: (place) => options(place, { redirectUrl: 'https://shop.example/?to=/done?ok=1' }),
		spares: (place) => options(place, { redirectUrl: 'https://shop.example/?to=/done%3Fok=1' }),
	},
	suboptions_not_listed: {
		async produces(place) {
			const { sessionId, bankId: paymentOptionId } = await startPayment(place.url);
			await choose(place, { sessionId, paymentOptionId, optionId: 'co-pse-01' });
		},
		spares: (place) => chooseBank(place, ({ id }) => id),
	},
	payment_created_twice: {
		async produces(place) {
			await options(place);
			await reachCashier(place.url, 'card');
		},
		async spares(place) {
			await reachCashier(place.url, 'card');
			await options(place);
		},
	},
	retry_without_key: {
		async produces(place) {
			await loseAnswer(place);
			await options(place);
		},
		async spares(place) {
			await loseAnswer(place);
			await options(place, {}, { 'Idempotency-Key': 'a-key' });
		},
	},
	no_return_seen: {
		produces: (place) => pay(place),
		spares: async (place) => place.act((await pay(place)).sessionId, { action: 'return' }),
	},
	undocumented_field: {
		produces: (place) => options(place, { coupon: 'SPRING' }),
		spares: (place) => options(place),
	},
	hybrid_repeated: {
		async produces(place) {
			const { sessionId, cardId } = await reachCashier(place.url, 'card');
			await choose(place, { sessionId, paymentOptionId: cardId });
		},
		spares: (place) => reachCashier(place.url, 'card'),
	},
	client_left_early: {
		produces: loseAnswer,
		// The payment notes it too, as a fault.
		spares: (place) =>
			options(place, {}, { 'X-Sandbox-Fault': 'close;phase=after' }).catch(() => {}),
	},
	retried_without_pause: {
		produces: (place) => failTwice(place, ['order-2', 'order-2']),
		spares: (place) => failTwice(place, ['order-2', 'order-3']),
	},
	expired_session_used: {
		async produces(place) {
			const body = await choice(place);
			await place.act(body.sessionId, { action: 'expire' });
			await choose(place, body);
		},
		async spares(place) {
			const body = await choice(place);
			await choose(place, body);
			await place.act(body.sessionId, { action: 'expire' });
		},
	},
	assumption_used: {
		produces: (place) => options(place),
		spares: async () => {},
	},
};

const placeFor = async (name: string): Promise<Place> => {
	const { workspace, callsInFlight } = shared();
	const opened = await workspace(name.replaceAll('_', '-'), { clock: { mode: 'manual' } });
	return { ...opened, callsInFlight };
};

test.each(findingCodes)('%s is found, with its severity, payments and entries', async (code) => {
	const place = await placeFor(`${code}-1`);
	await plays[code].produces(place);
	const { findings, complete } = await place.findings({ code });
	expect(complete).toBe(true);
	const [finding] = findings;
	const { severity } = findingKindOf(code);
	expect(finding).toMatchObject({
		code,
		severity,
		text: expect.stringMatching(/./),
		fix: expect.stringMatching(/./),
	});
	expect(finding?.count).toBeGreaterThan(0);
	const { entries } = await place.journal();
	const known = new Set(entries.map(({ id }) => id));
	expect(finding?.entries.length).toBeGreaterThan(0);
	expect(finding?.entries.filter((id) => !known.has(id))).toEqual([]);
	const payments = new Set((await place.payments()).map(({ transactionId }) => transactionId));
	expect(finding?.payments.filter((id) => !payments.has(id))).toEqual([]);
});

test.each(findingCodes)('%s is not found where the calls are right', async (code) => {
	const place = await placeFor(`${code}-0`);
	await plays[code].spares(place);
	expect(await place.findings({ code })).toMatchObject({ findings: [], complete: true });
});

test.each([
	[7, 'and 2 more'],
	[101, 'and at least 95 more'],
])('the text of a finding about %i payments says "%s"', async (count, rest) => {
	const { url } = await startSandbox();
	for (let order = 1; order <= count; order += 1) {
		await options({ url }, { paymentReference: `order-${order}`, coupon: 'SPRING' });
	}
	const accepts = { Accept: 'text/plain' };
	const { body } = await send('GET', `${url}/_sandbox/findings`, undefined, accepts);
	expect(body).toContain(`undocumented_field  ${count}×`);
	const lines: string[] = body.split('\n');
	const named = lines.filter((line) => /^ {2}(Payments|Journal entries): /.test(line));
	expect(named.map((line) => line.replace(/^.*, \S+ /, ''))).toEqual([rest, rest]);
});
