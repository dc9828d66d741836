/** Reads what carriers say about the outcome: a header or a control call, a card number, a test bank. */
import type { Outcome } from '../contract/test-values.ts';
import { outcomes, testBanks, testCards } from '../contract/test-values.ts';
import type { Signal } from '../domain/payment.ts';

/** `null` when a word is not a keyword; several are separated by commas, in any case. */
export function readOutcomes(text: string | readonly string[]): Outcome[] | null {
	const words = (typeof text === 'string' ? text.split(',') : text).map((word) => word.trim());
	const found = words.map((word) => outcomes.find((outcome) => outcome === word.toUpperCase()));
	return found.every((outcome) => outcome !== undefined) ? (found as Outcome[]) : null;
}

export function findTestCard(number: string) {
	return testCards.find((card) => card.number === number);
}

/** An approving card is neutral and says nothing. The number itself never becomes part of the cause. */
export function cardSignal(number: string): Signal | null {
	const outcome = findTestCard(number)?.outcome;
	if (!outcome || outcome === 'APPROVE') return null;
	return { outcomes: [outcome], cause: `test card ending ${number.slice(-4)} = ${outcome}` };
}

/** A bank of the catalog says nothing, unless it is one of the test banks. */
export function bankSignal(bankId: string): Signal | null {
	const bank = testBanks.find(({ key }) => bankId.endsWith(`-sim-${key}`));
	return bank ? { outcomes: [bank.outcome], cause: `test bank = ${bank.name}` } : null;
}
