/** Checks an amount by its currency and country: whole units, decimals, bounds (D-02, D-19). */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import {
	decimalsOfAmount,
	decimalsOfCurrency,
	decimalText,
	exceededBound,
	roundTo,
} from '../domain/money.ts';
import type { FieldProblem } from './check-request.ts';

interface CheckedAmount {
	/** The amount as sent, or rounded. */
	amount: number;
	/**
	 * How many trailing digits of the amount are decimals: those of the currency if `amount.unit` is `minor`, otherwise
	 * 0.
	 */
	minorDigits: number;
	notices: readonly Notice[];
	problems: readonly FieldProblem[];
}

/** Checks the amount. If the currency or the country is missing or invalid, the rules that need it are skipped. */
export function checkAmount(
	sent: number,
	currency: string | undefined,
	country: string | undefined,
	{ amount: rules, limits }: Pick<Settings, 'amount' | 'limits'>,
): CheckedAmount {
	const checked = currency === undefined ? asSent(sent) : checkDecimals(sent, currency, rules);
	if (country === undefined || checked.problems.length > 0) return checked;
	const bounds = Object.hasOwn(limits.amount, country) ? limits.amount[country] : null;
	const exceeded = exceededBound(checked.amount, bounds ?? {});
	if (exceeded === null) return checked;
	const { rule, bound } = exceeded;
	return { ...checked, problems: [amountProblem(`${rule} in ${country}`, bound, 'D-19')] };
}

function checkDecimals(amount: number, currency: string, rules: Settings['amount']): CheckedAmount {
	const allowed = decimalsOfCurrency(currency, rules.decimals);
	const decimals = decimalsOfAmount(amount);
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
			return { ...asSent(amount), notices: [{ assumption: 'D-02', warning: 'excess_decimals' }] };
		case 'reject': {
			const rule = `has ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}, ${currency} allows ${allowed}`;
			return refused(amount, rule, roundTo(amount, allowed) || smallest(allowed));
		}
		case 'round': {
			const rounded = roundTo(amount, allowed);
			if (rounded > 0) {
				return { ...asSent(rounded), notices: [{ assumption: 'D-02', warning: 'amount_rounded' }] };
			}
			const rule = `is nothing once rounded to the ${allowed} decimals of ${currency}`;
			return refused(amount, rule, smallest(allowed));
		}
	}
}

const none: readonly never[] = [];
const smallest = (decimals: number) => Number(`1e-${decimals}`);

function asSent(amount: number): CheckedAmount {
	return { amount, minorDigits: 0, notices: none, problems: none };
}

function refused(amount: number, rule: string, fix: number): CheckedAmount {
	return { ...asSent(amount), problems: [amountProblem(rule, fix, 'D-02')] };
}

function amountProblem(rule: string, example: number, assumption: GapId): FieldProblem {
	const fix = `Send, for example, amount = ${decimalText(example)}.`;
	return { error: { param: 'amount', detail: `amount ${rule}.`, fix }, assumption };
}
