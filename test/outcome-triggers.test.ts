import { expect, test } from 'vitest';
import { servicePaths } from '../simulator/contract/routes.ts';
import type { Outcome } from '../simulator/contract/test-values.ts';
import { outcomes, testBanks, testCards } from '../simulator/contract/test-values.ts';
import { courseOf, courses } from './support/courses.ts';
import { sample, sampled } from './support/sample.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, startPayment, startSandbox } from './support/sandbox.ts';

/** The values that can trigger an outcome of one payment. */
interface Triggers {
	steer?: string;
	header?: string;
	card?: string;
	holder?: string;
	/** A test bank, by the end of its id. Without it, the payment is by card. */
	bank?: string;
	email?: string;
	reference?: string;
	amount?: number;
	defaultOutcome?: string | Record<string, number>;
}

/** The triggers of a keyword, with the cause in the fate; null when the carrier has none for this outcome. */
type Carrier = (outcome: Outcome) => { triggers: Triggers; cause: string } | null;

const endings: Partial<Record<Outcome, string>> = {
	DECLINE: '05',
	FUNDS: '51',
	EXPCARD: '54',
	FRAUD: '59',
	HOLD: '68',
	ERROR: '91',
};

const carriers = {
	steer: (word) => ({ triggers: { steer: word }, cause: `steer = ${word}` }),
	header: (word) => ({
		triggers: { header: word.toLowerCase() },
		cause: `header X-Sandbox-Outcome = ${word}`,
	}),
	'list in a header': (word) => ({
		triggers: { header: `${word}, approve` },
		cause: `header X-Sandbox-Outcome = ${word},APPROVE`,
	}),
	card(word) {
		const card = testCards.find(({ outcome, afterChallenge }) => {
			return outcome === word && outcome !== 'APPROVE' && !afterChallenge;
		})?.number;
		return card
			? { triggers: { card }, cause: `test card ending ${card.slice(-4)} = ${word}` }
			: null;
	},
	'holder name': (word) => ({ triggers: { holder: ` ${word} ` }, cause: `holder name = ${word}` }),
	'test bank'(word) {
		const bank = testBanks.find(({ outcome }) => outcome === word);
		return bank ? { triggers: { bank: bank.key }, cause: `test bank = ${bank.name}` } : null;
	},
	'e-mail tag': (word) => ({
		triggers: { email: `ana+sim-${word.toLowerCase()}@shop.example` },
		cause: `customer.email = ${word}`,
	}),
	'e-mail address': (word) => ({
		triggers: { email: `${word}@sim.example` },
		cause: `customer.email = ${word}`,
	}),
	reference: (word) => ({
		triggers: { reference: `sim-${word.toLowerCase()}-17` },
		cause: `paymentReference = ${word}`,
	}),
	'amount ending'(word) {
		const ending = endings[word];
		if (!ending) return null;
		return {
			triggers: { amount: Number(`1500${ending}`) },
			cause: `amount ending ${ending} = ${word}`,
		};
	},
	'default outcome': (word) => ({
		triggers: { defaultOutcome: word.toLowerCase() },
		cause: `default outcome = ${word}`,
	}),
	weights: (word) => ({
		triggers: { defaultOutcome: { [word.toLowerCase()]: 0.5 } },
		cause: `drawn default outcome = ${word}`,
	}),
} satisfies Record<string, Carrier>;

/** Creates a payment with these triggers. Returns its session, and the fields for the submit. */
async function begin(sandbox: Sandbox, triggers: Triggers) {
	const { steer, header, card, holder, bank, email, reference, amount, defaultOutcome } = triggers;
	await sandbox.configure({
		outcomes: { amountEndings: amount ? 'on' : null },
		defaultOutcome: defaultOutcome ?? null,
	});
	const changes = {
		customer: email ? { email } : {},
		paymentReference: reference,
		...(amount ? { amount } : {}),
	};
	const headers: Record<string, string> = header ? { 'X-Sandbox-Outcome': header } : {};
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url, changes, headers);
	const choice = bank
		? { paymentOptionId: bankId, optionId: `co-pse-sim-${bank}` }
		: { paymentOptionId: cardId };
	await post(sandbox.url + servicePaths.hybridPayment, { sessionId, ...choice });
	if (steer) await sandbox.act(sessionId, { action: 'steer', outcome: steer });
	return { sessionId, submit: { ...(card ? { card } : {}), ...(holder ? { holder } : {}) } };
}

const cases = Object.entries(carriers).flatMap(([carrier, say]) =>
	outcomes.flatMap((outcome) => {
		const how = (say as Carrier)(outcome);
		return how ? [{ carrier, outcome, ...how }] : [];
	}),
);

const seed = 4;

test.each(sample(outcomes, 4, seed))(
	`%s has the same course from every carrier (${sampled(seed)})`,
	async (outcome) => {
		const sandbox = await startSandbox();
		const sameOutcome = cases.filter((one) => one.outcome === outcome);
		expect(sameOutcome.length).toBeGreaterThan(8);
		for (const { carrier, triggers, cause } of sameOutcome) {
			const { sessionId, submit } = await begin(sandbox, triggers);
			const met = await courseOf(sandbox, sessionId, submit);
			expect({ carrier, ...met }).toEqual({ carrier, course: courses[outcome], outcome, cause });
		}
	},
);

/** Neighbours in the order of strength, the stronger one first; a card and a bank are never both chosen. */
const neighbours = [
	['steer', 'header'],
	['header', 'card'],
	['header', 'test bank'],
	['card', 'holder name'],
	['holder name', 'e-mail tag'],
	['test bank', 'e-mail address'],
	['e-mail tag', 'reference'],
	['reference', 'amount ending'],
	['amount ending', 'default outcome'],
	['amount ending', 'weights'],
] as const;

test.each(sample(neighbours, 4, seed))(
	`%s is stronger than %s (${sampled(seed)})`,
	async (stronger, weaker) => {
		const sandbox = await startSandbox();
		for (const [loud, quiet] of [
			['HOLD', 'FUNDS'],
			['FUNDS', 'HOLD'],
		] as const) {
			const one = carriers[stronger](loud);
			const { sessionId, submit } = await begin(sandbox, {
				...carriers[weaker](quiet)?.triggers,
				...one?.triggers,
			});
			const { fate } = await sandbox.act(sessionId, { action: 'submit', ...submit });
			expect(fate).toMatchObject({ outcome: loud, cause: one?.cause });
		}
	},
);

test.each(['DECLINE', 'FUNDS', 'EXPCARD', 'BADCVV', 'ERROR'] as const)(
	'a list that begins with %s lets the second attempt be confirmed',
	async (first) => {
		const sandbox = await startSandbox();
		for (const triggers of [{ header: `${first},APPROVE` }, { steer: `${first},APPROVE` }]) {
			const { sessionId } = await begin(sandbox, triggers);
			await sandbox.act(sessionId, { action: 'submit' });
			await sandbox.advance('5s');
			expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'declined', final: false });
			await sandbox.act(sessionId, { action: 'submit' });
			await sandbox.advance('5s');
			const { state, attempts } = await sandbox.payment(sessionId);
			expect([state, attempts.length]).toEqual(['confirmed', 2]);
		}
	},
);

test('amount endings are off until they are switched on, and have two reasons of their own', async () => {
	const sandbox = await startSandbox();
	const reasonOf = async (amount: number, currency = 'MXN') => {
		const place = { country: currency.slice(0, 2), currency, amount, customer: {} };
		const { sessionId, cardId } = await startPayment(sandbox.url, place);
		const choice = { sessionId, paymentOptionId: cardId };
		await post(sandbox.url + servicePaths.hybridPayment, choice);
		const { fate } = await sandbox.act(sessionId, { action: 'submit' });
		return [fate?.outcome, fate?.reason];
	};
	expect(await reasonOf(10.14)).toEqual(['APPROVE', null]);
	await sandbox.configure({ outcomes: { amountEndings: 'on' } });
	expect(await reasonOf(10.14)).toEqual(['DECLINE', 'invalid_number']);
	expect(await reasonOf(10.61)).toEqual(['DECLINE', 'limit_exceeded']);
	expect(await reasonOf(10.62)).toEqual(['APPROVE', null]);
	// Whole yen: the last two digits are those of the amount itself.
	expect(await reasonOf(7851, 'JPY')).toEqual(['FUNDS', 'insufficient_funds']);
});

test.each([
	[
		'MXN',
		{ unit: 'major' },
		{ 10.05: 'DECLINE', 5.1: 'APPROVE', 51: 'APPROVE', 10.051: 'APPROVE' },
	],
	['MXN', { unit: 'minor' }, { 1005: 'DECLINE', 51: 'FUNDS', 5100: 'APPROVE' }],
	['COP', { unit: 'major' }, { 1505: 'DECLINE', 1500.05: 'APPROVE' }],
	['COP', { unit: 'minor' }, { 1505: 'DECLINE', 5: 'DECLINE', 150500: 'APPROVE' }],
	['COP', { unit: 'major', decimals: 'iso' }, { 1500.05: 'DECLINE', 1505: 'APPROVE' }],
	['COP', { unit: 'minor', decimals: 'iso' }, { 150005: 'DECLINE', 150500: 'APPROVE' }],
	['COP', { unit: 'major', decimals: { COP: 2 } }, { 1500.05: 'DECLINE', 1505: 'APPROVE' }],
	['COP', { unit: 'minor', decimals: { COP: 2 } }, { 150005: 'DECLINE', 150500: 'APPROVE' }],
	['KWD', { unit: 'major' }, { 15.051: 'FUNDS', 15.51: 'APPROVE', 15.05: 'APPROVE' }],
	['KWD', { unit: 'minor' }, { 15051: 'FUNDS', 15510: 'APPROVE' }],
] as const)(
	'an amount ending is the last two digits of the minor units: %s, %j',
	async (currency, amount, expected) => {
		const settings = { amount, outcomes: { amountEndings: 'on' } } as const;
		const { url, act } = await startSandbox({ settings });
		const met: Record<string, unknown> = {};
		for (const sent of Object.keys(expected)) {
			const place = { country: currency.slice(0, 2), currency, amount: Number(sent) };
			const { sessionId, cardId } = await startPayment(url, place);
			const choice = { sessionId, paymentOptionId: cardId };
			await post(url + servicePaths.hybridPayment, choice);
			met[sent] = (await act(sessionId, { action: 'submit' })).fate?.outcome;
		}
		expect(met).toEqual(expected);
	},
);
