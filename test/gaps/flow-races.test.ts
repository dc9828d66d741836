import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { campaign } from '../support/campaign.ts';
import type { Answer } from '../support/sandbox.ts';
import {
	listBanks,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from '../support/sandbox.ts';

const count = campaign({ sample: 20, full: 100 });

const atOnce = <T>(make: (index: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The number of responses by status, or by error code. */
function tally(answers: readonly Answer[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status, body } of answers) {
		const name = String(body.code ?? status);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

const differing = (answers: readonly Answer[], of: (body: Answer['body']) => unknown) =>
	new Set(answers.filter(({ status }) => status === 200).map(({ body }) => of(body))).size;

async function paymentsIn(url: string) {
	const { body } = await send('GET', `${url}${controlPaths.payments}?limit=200`);
	return body.payments.length as number;
}

const keys = { idempotency: { header: 'Idempotency-Key' } };
const sameKey = () => ({ 'Idempotency-Key': 'k' });
const ownKey = (index: number) => ({ 'Idempotency-Key': `k-${index}` });
const noKey = () => ({});
const sameBody = () => ({});
const ownBody = (index: number) => ({ amount: index + 1 });

/** The result of payment-options calls with one reference at once: payments and responses. */
const creations: readonly [
	string,
	SandboxOptions['settings'],
	(index: number) => Record<string, string>,
	(index: number) => object,
	number,
	Record<string, number>,
][] = [
	['allow', {}, noKey, sameBody, count, { 200: count }],
	[
		'reject',
		{ reference: { duplicate: 'reject' } },
		noKey,
		sameBody,
		1,
		{ 200: 1, duplicate_reference: count - 1 },
	],
	['replay', { reference: { duplicate: 'replay' } }, noKey, sameBody, 1, { 200: count }],
	[
		'replay, other bodies',
		{ reference: { duplicate: 'replay' } },
		noKey,
		ownBody,
		1,
		{ 200: 1, duplicate_reference: count - 1 },
	],
	['a key', keys, sameKey, sameBody, 1, { 200: count }],
	['a key, other bodies', keys, sameKey, ownBody, 1, { 200: 1, idempotency_conflict: count - 1 }],
	['keys of their own', keys, ownKey, sameBody, count, { 200: count }],
	['a key that nobody reads', {}, sameKey, sameBody, count, { 200: count }],
	[
		'a key before a reference that is taken',
		{ ...keys, reference: { duplicate: 'reject' } },
		sameKey,
		sameBody,
		1,
		{ 200: count },
	],
	[
		'keys of their own, and a reference that is taken',
		{ ...keys, reference: { duplicate: 'reject' } },
		ownKey,
		sameBody,
		1,
		{ 200: 1, duplicate_reference: count - 1 },
	],
];

test.each(creations)(
	`${count} payment-options calls at once: %s`,
	async (_name, settings, headersOf, bodyOf, payments, expected) => {
		const { url } = await startSandbox({ settings: settings ?? {} });
		const answers = await atOnce((index) =>
			post(
				url + servicePaths.paymentOptions,
				{ ...paymentOptionsExample, ...bodyOf(index) },
				headersOf(index),
			),
		);
		expect(tally(answers)).toEqual(expected);
		expect(await paymentsIn(url)).toBe(payments);
		expect(differing(answers, ({ transactionId }) => transactionId)).toBe(payments);
		expect(differing(answers, ({ sessionId }) => sessionId)).toBe(payments);
	},
);

/** Several calls choose each bank, so that the choice that wins is repeated. */
const banksUsed = 4;

const choices: readonly [string, 'same' | 'other', Record<string, number>][] = [
	['same', 'same', { 200: count }],
	['replace', 'same', { 200: count }],
	['reject', 'same', { 200: 1, choice_made: count - 1 }],
	['same', 'other', { 200: count / banksUsed, choice_locked: count - count / banksUsed }],
	['replace', 'other', { 200: count }],
	['reject', 'other', { 200: 1, choice_made: count - 1 }],
];

test.each(choices)(
	`${count} hybrid-payment calls at once, repeat "%s", %s choices`,
	async (repeat, kind, expected) => {
		const sandbox = await startSandbox({ settings: { hybrid: { repeat } } });
		const { sessionId, cardId, bankId } = await startPayment(sandbox.url);
		const banks = await listBanks(sandbox.url, sessionId, bankId);
		const choiceOf = (index: number) =>
			kind === 'same'
				? { paymentOptionId: cardId }
				: { paymentOptionId: bankId, optionId: banks[index % banksUsed]?.id };
		const answers = await atOnce((index) =>
			post(sandbox.url + servicePaths.hybridPayment, { sessionId, ...choiceOf(index) }),
		);
		expect(tally(answers)).toEqual(expected);
		expect(differing(answers, (body) => JSON.stringify(body))).toBe(1);
		const { timeline, state, option, suboption } = await sandbox.payment(sessionId);
		expect([state, timeline.length]).toEqual(['redirected', 3]);
		expect(option?.id).toBe(kind === 'same' ? cardId : bankId);
		const accepted = answers.flatMap(({ status }, index) =>
			status === 200 ? [choiceOf(index).optionId ?? null] : [],
		);
		expect(accepted).toContain(suboption?.id ?? null);
	},
);

test(`${count} submits of one card form at once are one attempt`, async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const form = String((await send('GET', `${page}&fill=1`)).body);
	const shown = form.matchAll(/name="(\w+)"[^>]*?value="([^"]*)"/g);
	const fields = Object.fromEntries([...shown].map(([, name = '', value = '']) => [name, value]));
	const body = new URLSearchParams({ ...fields, action: 'submit' });
	expect(body.get('cardnum')).toMatch(/\d{12}/);
	const statuses = await atOnce(async () => {
		const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
		await answer.arrayBuffer();
		return answer.status;
	});
	expect(new Set(statuses)).toEqual(new Set([303]));
	const { attempts, timeline } = await sandbox.payment(sessionId);
	expect(attempts).toHaveLength(1);
	expect(timeline.filter(({ state }) => state === 'processing')).toHaveLength(1);
});

test(`${count} payment-suboptions calls at once return one list`, async () => {
	const sandbox = await startSandbox({ settings: { ids: { suboptionScope: 'session' } } });
	const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
	const answers = await atOnce(() =>
		post(sandbox.url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId }),
	);
	expect(tally(answers)).toEqual({ 200: count });
	expect(differing(answers, (body) => JSON.stringify(body))).toBe(1);
});
