/** Reads what carriers say about the outcome: a header or a control call, a card number, a test bank. */
import type { Outcome } from '../contract/test-values.ts';
import {
	challengeCodes,
	mostAttempts,
	outcomes,
	testBanks,
	testCards,
} from '../contract/test-values.ts';
import { precisionOf, toMinor } from '../domain/money.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';

/** Why a list of outcomes will not do. */
export type OutcomeListError =
	| { code: 'unknown_outcome'; param: string; known: readonly string[] }
	| { code: 'too_many_outcomes'; param: string; maximum: number };

/**
 * What a header or a control call says: one outcome, or one for each attempt, separated by commas or in a list, in any
 * case.
 */
export function listTrigger(
	text: string | readonly string[],
	{ carrier, param }: { carrier: string; param: string },
): OutcomeTrigger | OutcomeListError {
	const words = typeof text === 'string' ? text.split(',') : text;
	if (words.length > mostAttempts) {
		return { code: 'too_many_outcomes', param, maximum: mostAttempts };
	}
	const found = words.map((word) => keyword(word.trim()));
	if (!found.every((outcome) => outcome !== undefined)) {
		return { code: 'unknown_outcome', param, known: outcomes };
	}
	return { outcomes: found, cause: `${carrier} = ${quoted(found)}` };
}

/** A cause is kept with every attempt and travels in a header: it stays short. */
const mostQuoted = 10;

function quoted(said: readonly Outcome[]): string {
	const more = said.length - mostQuoted;
	const first = said.slice(0, mostQuoted).join(',');
	return more > 0 ? `${first} and ${more} more` : first;
}

export function findTestCard(number: string) {
	return testCards.find((card) => card.number === number);
}

/** An approving card is neutral and says nothing. The number itself never becomes part of the cause. */
export function cardTrigger(number: string): OutcomeTrigger | null {
	const card = findTestCard(number);
	if (!card || card.outcome === 'APPROVE') return null;
	const { outcome, afterChallenge } = card;
	const cause = `test card ending ${number.slice(-4)} = ${outcome}`;
	return { outcomes: [outcome], cause, ...(afterChallenge ? { afterChallenge } : {}) };
}

/** A bank of the catalog says nothing, unless it is one of the test banks. */
export function bankTrigger(bankId: string): OutcomeTrigger | null {
	const bank = testBanks.find(({ key }) => bankId.endsWith(`-sim-${key}`));
	return bank ? { outcomes: [bank.outcome], cause: `test bank = ${bank.name}` } : null;
}

/** A holder name says something only when it is exactly a keyword. */
export function holderTrigger(name: string): OutcomeTrigger | null {
	const outcome = keyword(name.trim());
	return outcome ? { outcomes: [outcome], cause: `holder name = ${outcome}` } : null;
}

/** What a request says without meaning to be read by a machine: an unknown keyword is only worth a warning. */
export interface RequestWord {
	signal: OutcomeTrigger | null;
	unknownKeyword: boolean;
}

const silent: RequestWord = { signal: null, unknownKeyword: false };

/** `anything+sim-funds@…` or `funds@sim.example`. */
export function emailWord(email: string | undefined): RequestWord {
	const said = /(?:\+sim-([^@+]+)@|^([^@]+)@sim\.example$)/i.exec(email ?? '');
	return said ? wordOf(said[1] ?? said[2], 'customer.email') : silent;
}

/** `SIM-FUNDS-…`; `SIM-CARD-17` is somebody's honest order number. */
export function referenceWord(reference: string | undefined): RequestWord {
	return wordOf(/^SIM-([A-Z]+)-/i.exec(reference ?? '')?.[1], 'paymentReference');
}

function wordOf(text: string | undefined, carrier: string): RequestWord {
	if (text === undefined) return silent;
	const outcome = keyword(text);
	if (!outcome) return { signal: null, unknownKeyword: true };
	return {
		signal: { outcomes: [outcome], cause: `${carrier} = ${outcome}` },
		unknownKeyword: false,
	};
}

function keyword(text: string): Outcome | undefined {
	return outcomes.find((outcome) => outcome === text.toUpperCase());
}

/** In the style of ISO 8583: what the last two digits of the amount say. */
const amountEndings: Record<string, Pick<OutcomeTrigger, 'outcomes' | 'reason'>> = {
	'05': { outcomes: ['DECLINE'] },
	'14': { outcomes: ['DECLINE'], reason: 'invalid_number' },
	'51': { outcomes: ['FUNDS'] },
	'54': { outcomes: ['EXPCARD'] },
	'59': { outcomes: ['FRAUD'] },
	'61': { outcomes: ['DECLINE'], reason: 'limit_exceeded' },
	'68': { outcomes: ['HOLD'] },
	'91': { outcomes: ['ERROR'] },
};

/** By the amount in the smallest unit that providers take: the cents, or whole pesos where there are none. */
export function amountTrigger(amount: number, currency: string): OutcomeTrigger | null {
	const minor = toMinor(amount, precisionOf(currency, 'provider'));
	const ending = minor === null ? '' : String(minor).padStart(2, '0').slice(-2);
	const said = amountEndings[ending];
	return said ? { ...said, cause: `amount ending ${ending} = ${said.outcomes[0]}` } : null;
}

/** What a code typed on the challenge page is worth. */
export function judgeCode(code: string): 'passes' | 'fails' | 'wrong' {
	if (code.trim() === challengeCodes.passes) return 'passes';
	return code.trim() === challengeCodes.fails ? 'fails' : 'wrong';
}
