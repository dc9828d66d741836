import { expect, test } from 'vitest';
import {
	cards,
	highestMaxAttempts,
	outcomes,
	testBanks,
	testCards,
} from '../contract/test-values.ts';
import { passesLuhn } from '../domain/card.ts';
import { markets } from './markets.ts';
import {
	amountTrigger,
	bankTrigger,
	cardTrigger,
	emailTrigger,
	findTestCard,
	holderTrigger,
	judgeChallengeCode,
	referenceTrigger,
	triggerOfOutcomeList,
} from './outcome-triggers.ts';

const steer = { source: 'steer', param: 'outcome' };

test.each([
	['APPROVE', ['APPROVE']],
	['decline', ['DECLINE']],
	[' Hold ', ['HOLD']],
	['DECLINE,APPROVE', ['DECLINE', 'APPROVE']],
	['decline , decline,APPROVE', ['DECLINE', 'DECLINE', 'APPROVE']],
	[
		['DECLINE', 'hold'],
		['DECLINE', 'HOLD'],
	],
])('the list %j means %j', (text, expected) => {
	const cause = `steer = ${expected.join(',')}`;
	expect(triggerOfOutcomeList(text, steer)).toEqual({ outcomes: expected, cause });
});

test.each(['', ' ', 'PERHAPS', 'DECLINE,', ',APPROVE', 'DECLINE;APPROVE', 'APPROVED', 'toString'])(
	'%j is not an outcome',
	(text) => {
		const refusal = { code: 'unknown_outcome', param: 'outcome', known: outcomes };
		expect(triggerOfOutcomeList(text, steer)).toEqual(refusal);
	},
);

test('a list with an unknown word is refused', () => {
	expect(triggerOfOutcomeList(['DECLINE', 'PERHAPS'], steer)).toMatchObject({
		code: 'unknown_outcome',
	});
	expect(triggerOfOutcomeList(['DECLINE,APPROVE'], steer)).toMatchObject({
		code: 'unknown_outcome',
	});
});

test('a list has at most as many outcomes as a session has attempts, and its cause quotes the first ten', () => {
	const longest = Array.from({ length: highestMaxAttempts }, () => 'hold');
	const first = Array.from({ length: 10 }, () => 'HOLD').join(',');
	for (const list of [longest, longest.join(', ')]) {
		expect(triggerOfOutcomeList(list, steer)).toMatchObject({
			cause: `steer = ${first} and 90 more`,
		});
	}
	for (const list of [[...longest, 'HOLD'], `${longest.join(',')},`]) {
		const refusal = { code: 'too_many_outcomes', param: 'outcome', maximum: highestMaxAttempts };
		expect(triggerOfOutcomeList(list, steer)).toEqual(refusal);
	}
});

test.each(testCards)('the test card $number triggers its listed outcome', ({ number, outcome }) => {
	expect(passesLuhn(number)).toBe(true);
	const trigger = cardTrigger(number);
	if (outcome === 'APPROVE') {
		expect(trigger).toBeNull();
		return;
	}
	const cause = `test card ending ${number.slice(-4)} = ${outcome}`;
	expect(trigger).toMatchObject({ outcomes: [outcome], cause });
	expect(trigger?.cause).not.toContain(number);
});

test('an unlisted number is no trigger', () => {
	expect(cardTrigger('4111111111111111')).toBeNull();
	expect(findTestCard('4111111111111111')).toBeUndefined();
});

test('every outcome has a test card or a test bank, and no number is listed twice', () => {
	const steering = [...testCards, ...testBanks].map(({ outcome }) => outcome);
	expect(new Set<string>(steering)).toEqual(new Set(outcomes));
	// No test card makes a payment expire, be cancelled or be confirmed late.
	for (const { outcome } of testCards) expect(['EXPIRE', 'CANCEL', 'LATE']).not.toContain(outcome);
	expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
	expect(findTestCard(cards.approve)?.outcome).toBe('APPROVE');
	expect(findTestCard(cards.decline)?.outcome).toBe('DECLINE');
	expect(findTestCard(cards.hold)?.outcome).toBe('HOLD');
});

const lists = markets
	.flatMap(({ options }) => options.map((option) => option.banks))
	.filter(({ length }) => length > 0);
const banks = lists.flat();

test.each(testBanks)('$name is in every list and triggers its outcome', ({ name, outcome }) => {
	const sims = banks.filter((bank) => bank.name === name);
	expect(sims).toHaveLength(lists.length);
	for (const { id } of sims) {
		expect(bankTrigger(id)).toEqual({ outcomes: [outcome], cause: `test bank = ${name}` });
	}
});

test('an ordinary bank is no trigger', () => {
	const ordinary = banks.filter(({ name }) => !name.startsWith('SIM Bank'));
	expect(ordinary.length).toBeGreaterThan(20);
	for (const { id } of ordinary) expect(bankTrigger(id)).toBeNull();
	expect(bankTrigger('sim-declines')).toBeNull();
});

test.each(outcomes)('%s is triggered by holder name, e-mail address and reference', (outcome) => {
	const word = outcome.toLowerCase();
	const expected = { outcomes: [outcome] };
	expect(holderTrigger(` ${word} `)).toEqual({ ...expected, cause: `holder name = ${outcome}` });
	for (const email of [
		`ana+sim-${word}@shop.example`,
		`${word}@sim.example`,
		`A+SIM-${outcome}@x.co`,
	]) {
		const trigger = { ...expected, cause: `customer.email = ${outcome}` };
		expect(emailTrigger(email)).toEqual({ trigger, unknownKeyword: false });
	}
	const trigger = { ...expected, cause: `paymentReference = ${outcome}` };
	expect(referenceTrigger(`SIM-${outcome}-17`)).toEqual({ trigger, unknownKeyword: false });
});

test('an ordinary name, address or reference is no trigger, and an unknown keyword is reported', () => {
	const none = { trigger: null, unknownKeyword: false };
	for (const name of ['Ana Torres', 'Holden', 'FUNDS Ltd', ''])
		expect(holderTrigger(name)).toBeNull();
	for (const email of [
		undefined,
		'ana@example.com',
		'ana+sim@example.com',
		'funds@sim.example.com',
	]) {
		expect(emailTrigger(email)).toEqual(none);
	}
	for (const reference of [undefined, 'order-7', 'SIM-7', 'MY-SIM-FUNDS-1', 'SIM-FUNDS']) {
		expect(referenceTrigger(reference)).toEqual(none);
	}
	const unknown = { trigger: null, unknownKeyword: true };
	expect(referenceTrigger('SIM-CARD-17')).toEqual(unknown);
	expect(emailTrigger('ana+sim-perhaps@example.com')).toEqual(unknown);
	expect(emailTrigger('perhaps@sim.example')).toEqual(unknown);
});

test('one code passes, one fails, all others are wrong', () => {
	expect(['1234', ' 1234 ', '0000', '', '12345', '4321'].map(judgeChallengeCode)).toEqual([
		'passes',
		'passes',
		'fails',
		'wrong',
		'wrong',
		'wrong',
	]);
});

test.each([
	[5, 'DECLINE', undefined],
	[150_005n, 'DECLINE', undefined],
	[1014, 'DECLINE', 'invalid_number'],
	[51, 'FUNDS', undefined],
	[1054, 'EXPCARD', undefined],
	[59n, 'FRAUD', undefined],
	[150_061, 'DECLINE', 'limit_exceeded'],
	[15_168, 'HOLD', undefined],
	[1991, 'ERROR', undefined],
])('%s minor units trigger %s', (minorUnits, outcome, reason) => {
	const trigger = amountTrigger(minorUnits);
	expect([trigger?.outcomes, trigger?.reason]).toEqual([[outcome], reason]);
	expect(trigger?.cause).toMatch(new RegExp(`^amount ending \\d\\d = ${outcome}$`));
});

test.each([1, 50, 5100, 150_000n, 5_110])('%s minor units are no trigger', (minorUnits) => {
	expect(amountTrigger(minorUnits)).toBeNull();
});
