/** Outcome triggers: the values in a request or a form that select the outcome of a payment. */
import type { Outcome } from '../contract/test-values.ts';
import {
	challengeCodes,
	highestMaxAttempts,
	outcomes,
	testBanks,
	testCards,
} from '../contract/test-values.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';

export type OutcomeListError =
	| { code: 'unknown_outcome'; param: string; known: readonly string[] }
	| { code: 'too_many_outcomes'; param: string; maximum: number };

/**
 * The trigger in a header or a control call: one keyword, or a list with one keyword for each attempt, in any letter
 * case.
 */
export function triggerOfOutcomeList(
	list: string | readonly string[],
	{ source, param }: { source: string; param: string },
): OutcomeTrigger | OutcomeListError {
	const words = typeof list === 'string' ? list.split(',') : list;
	if (words.length > highestMaxAttempts) {
		return { code: 'too_many_outcomes', param, maximum: highestMaxAttempts };
	}
	const found = words.map((word) => keyword(word.trim()));
	if (!found.every((outcome) => outcome !== undefined)) {
		return { code: 'unknown_outcome', param, known: outcomes };
	}
	return { outcomes: found, cause: `${source} = ${quoted(found)}` };
}

/**
 * The most characters of a value that a cause quotes. A cause must stay short, because it is stored with every attempt
 * and sent in a header.
 */
const maxQuoted = 10;

function quoted(list: readonly Outcome[]): string {
	const more = list.length - maxQuoted;
	const first = list.slice(0, maxQuoted).join(',');
	return more > 0 ? `${first} and ${more} more` : first;
}

export function findTestCard(number: string) {
	return testCards.find((card) => card.number === number);
}

/** The trigger of a test card; null for a card that approves. The cause must not contain the number. */
export function cardTrigger(number: string): OutcomeTrigger | null {
	const card = findTestCard(number);
	if (!card || card.outcome === 'APPROVE') return null;
	const { outcome, afterChallenge } = card;
	const cause = `test card ending ${number.slice(-4)} = ${outcome}`;
	return { outcomes: [outcome], cause, ...(afterChallenge ? { afterChallenge } : {}) };
}

/** The trigger of a test bank; null for any other bank. */
export function bankTrigger(bankId: string): OutcomeTrigger | null {
	const bank = testBanks.find(({ key }) => bankId.endsWith(`-sim-${key}`));
	return bank ? { outcomes: [bank.outcome], cause: `test bank = ${bank.name}` } : null;
}

/** The trigger of a holder name that is exactly a keyword; null for any other name. */
export function holderTrigger(name: string): OutcomeTrigger | null {
	const outcome = keyword(name.trim());
	return outcome ? { outcomes: [outcome], cause: `holder name = ${outcome}` } : null;
}

/**
 * The result of reading a field of payment-options. An unknown keyword is a warning, not an error, because the value
 * may be an ordinary one.
 */
export interface RequestTrigger {
	trigger: OutcomeTrigger | null;
	unknownKeyword: boolean;
}

const noTrigger: RequestTrigger = { trigger: null, unknownKeyword: false };

/** The trigger of an e-mail address: `anything+sim-funds@…` or `funds@sim.example`. */
export function emailTrigger(email: string | undefined): RequestTrigger {
	const found = /(?:\+sim-([^@+]+)@|^([^@]+)@sim\.example$)/i.exec(email ?? '');
	return requestTrigger(found?.[1] ?? found?.[2], 'customer.email');
}

/** The trigger of a reference: `SIM-FUNDS-…`. An ordinary reference may look alike, such as `SIM-CARD-17`. */
export function referenceTrigger(reference: string | undefined): RequestTrigger {
	return requestTrigger(/^SIM-([A-Z]+)-/i.exec(reference ?? '')?.[1], 'paymentReference');
}

function requestTrigger(word: string | undefined, source: string): RequestTrigger {
	if (word === undefined) return noTrigger;
	const outcome = keyword(word);
	if (!outcome) return { trigger: null, unknownKeyword: true };
	const cause = `${source} = ${outcome}`;
	return { trigger: { outcomes: [outcome], cause }, unknownKeyword: false };
}

function keyword(word: string): Outcome | undefined {
	return outcomes.find((outcome) => outcome === word.toUpperCase());
}

/** The outcomes for the last two digits of an amount, in the style of ISO 8583. */
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

/** The outcome selected by the last two digits of a number of minor units. A number below 10 has a zero before it. */
export function amountTrigger(minorUnits: number | bigint): OutcomeTrigger | null {
	const ending = String(minorUnits).padStart(2, '0').slice(-2);
	const found = amountEndings[ending];
	return found ? { ...found, cause: `amount ending ${ending} = ${found.outcomes[0]}` } : null;
}

/** Judges a code typed on the challenge page. */
export function judgeChallengeCode(code: string): 'passes' | 'fails' | 'wrong' {
	if (code.trim() === challengeCodes.passes) return 'passes';
	return code.trim() === challengeCodes.fails ? 'fails' : 'wrong';
}
