/** What the currency and the country ask of an amount: whole units, few enough decimals, bounds (D-02, D-19). */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import { decimalsOf, decimalText, precisionOf, roundTo } from '../domain/money.ts';
import type { FieldProblem } from './field-problem.ts';

interface Sent {
	amount: number;
	/** Null when they are wrong themselves: then nothing is asked in their name. */
	currency: string | null;
	country: string | null;
}

export interface CheckedAmount {
	/** As it was sent, or rounded. */
	amount: number;
	/** How many of its last digits are decimals. */
	minorDigits: number;
	remarks: readonly Notice[];
	problems: readonly FieldProblem[];
}

type AmountSettings = Pick<Settings, 'amount' | 'limits'>;

export function checkAmount(sent: Sent, { amount: rules, limits }: AmountSettings): CheckedAmount {
	const counted = sent.currency === null ? asSent(sent.amount) : count(sent, sent.currency, rules);
	if (sent.country === null || counted.problems.length > 0) return counted;
	const bounds = Object.hasOwn(limits.amount, sent.country) ? limits.amount[sent.country] : null;
	const problem = bounds ? outOfBounds(counted.amount, sent.country, bounds) : null;
	return problem ? { ...counted, problems: [problem] } : counted;
}

function count({ amount }: Sent, currency: string, rules: Settings['amount']): CheckedAmount {
	const allowed = precisionOf(currency, rules.decimals);
	const decimals = decimalsOf(amount);
	if (rules.unit === 'minor') {
		if (decimals === 0) return { ...asSent(amount), minorDigits: allowed };
		const rule = `must be a whole number: it counts minor units of ${currency}`;
		return refused(amount, rule, roundTo(amount, 0) || 1);
	}
	if (decimals <= allowed) return asSent(amount);
	switch (rules.excess) {
		case 'accept':
			return asSent(amount);
		case 'warn':
			return { ...asSent(amount), remarks: [excess('excess_decimals')] };
		case 'reject': {
			const rule = `has ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}, ${currency} allows ${allowed}`;
			return refused(amount, rule, roundTo(amount, allowed) || smallest(allowed));
		}
		case 'round': {
			const rounded = roundTo(amount, allowed);
			if (rounded > 0) return { ...asSent(rounded), remarks: [excess('amount_rounded')] };
			const rule = `is nothing once rounded to the ${allowed} decimals of ${currency}`;
			return refused(amount, rule, smallest(allowed));
		}
	}
}

const smallest = (decimals: number) => Number(`1e-${decimals}`);

const excess = (warning: 'excess_decimals' | 'amount_rounded'): Notice => {
	return { assumption: 'D-02', warning };
};

const asSent = (amount: number): CheckedAmount => {
	return { amount, minorDigits: 0, remarks: [], problems: [] };
};

function refused(amount: number, rule: string, fix: number): CheckedAmount {
	return { ...asSent(amount), problems: [problemOf(rule, fix, 'D-02')] };
}

function outOfBounds(
	amount: number,
	country: string,
	{ min = amount, max = amount }: Settings['limits']['amount'][string],
): FieldProblem | null {
	if (amount < min)
		return problemOf(`must be at least ${decimalText(min)} in ${country}`, min, 'D-19');
	if (amount > max)
		return problemOf(`must be at most ${decimalText(max)} in ${country}`, max, 'D-19');
	return null;
}

function problemOf(rule: string, fix: number, assumption: GapId): FieldProblem {
	const param = 'amount';
	const mend = `Send, for example, amount = ${decimalText(fix)}.`;
	return { error: { param, detail: `amount ${rule}.`, fix: mend }, assumption };
}
