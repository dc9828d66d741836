import { expect, test } from 'vitest';
import { cards, outcomes, testBanks, testCards } from '../contract/test-values.ts';
import { passesLuhn } from '../domain/card.ts';
import { markets } from './markets.ts';
import { bankSignal, cardSignal, findTestCard, readOutcomes } from './signals.ts';

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
])('%j is read as %j', (text, expected) => {
	expect(readOutcomes(text)).toEqual(expected);
});

test.each(['', ' ', 'PERHAPS', 'DECLINE,', ',APPROVE', 'DECLINE;APPROVE', 'APPROVED', 'toString'])(
	'%j is no outcome',
	(text) => {
		expect(readOutcomes(text)).toBeNull();
	},
);

test('one unknown word spoils a list', () => {
	expect(readOutcomes(['DECLINE', 'PERHAPS'])).toBeNull();
	expect(readOutcomes(['DECLINE,APPROVE'])).toBeNull();
});

test.each(testCards)('the test card $number says what it is listed for', ({ number, outcome }) => {
	expect(passesLuhn(number)).toBe(true);
	const signal = cardSignal(number);
	if (outcome === 'APPROVE') {
		expect(signal).toBeNull();
		return;
	}
	const cause = `test card ending ${number.slice(-4)} = ${outcome}`;
	expect(signal).toEqual({ outcomes: [outcome], cause });
	expect(signal?.cause).not.toContain(number);
});

test('a number that is not listed says nothing', () => {
	expect(cardSignal('4111111111111111')).toBeNull();
	expect(findTestCard('4111111111111111')).toBeUndefined();
});

test('every outcome has a card, and no number is listed twice', () => {
	expect(new Set(testCards.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
	expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
	expect(findTestCard(cards.approve)?.outcome).toBe('APPROVE');
	expect(findTestCard(cards.decline)?.outcome).toBe('DECLINE');
	expect(findTestCard(cards.hold)?.outcome).toBe('HOLD');
});

const lists = markets
	.flatMap(({ options }) => options.map((option) => option.banks))
	.filter(({ length }) => length > 0);
const banks = lists.flat();

test.each(testBanks)('$name steers in every list, and says so', ({ name, outcome }) => {
	const sims = banks.filter((bank) => bank.name === name);
	expect(sims).toHaveLength(lists.length);
	for (const { id } of sims) {
		expect(bankSignal(id)).toEqual({ outcomes: [outcome], cause: `test bank = ${name}` });
	}
});

test('an ordinary bank says nothing', () => {
	const ordinary = banks.filter(({ name }) => !name.startsWith('SIM Bank'));
	expect(ordinary.length).toBeGreaterThan(20);
	for (const { id } of ordinary) expect(bankSignal(id)).toBeNull();
	expect(bankSignal('sim-declines')).toBeNull();
});
