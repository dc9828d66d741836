/** A payment-options request under the settings of its workspace: what it asks for, or everything that is wrong. */
import type { z } from 'zod';
import { paymentOptionsExample } from '../contract/examples.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { at } from '../contract/json.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { fieldRemarks } from './accepted-fields.ts';
import { checkAddress } from './check-address.ts';
import type { CheckedAmount } from './check-amount.ts';
import { checkAmount } from './check-amount.ts';
import type { FieldProblem } from './field-problem.ts';
import { foldCase } from './fold-case.ts';
import { formatRemarks } from './odd-formats.ts';
import type { Remark } from './remark.ts';
import { gapOf, requestSchemaOf } from './request-schema.ts';

/** A request as it is taken: folded and rounded where the settings say so. */
export interface TakenRequest extends PaymentOptionsRequest {
	/** How many of the last digits of the amount are decimals. */
	minorDigits: number;
}

export type CheckedRequest =
	| { ok: true; request: TakenRequest; remarks: Remark[] }
	| { ok: false; refusal: Refusal };

export function checkRequest(body: unknown, settings: Settings): CheckedRequest {
	const { validation } = settings;
	const sent = validation.case === 'fold' ? foldCase(body) : body;
	const parsed = requestSchemaOf(settings).safeParse(sent);
	const issues = parsed.error?.issues ?? none;
	const right = rightIn(sent, issues);
	const counted = countedIn(right, settings);
	const address = addressProblem(right, settings);
	if (!parsed.success || !counted || counted.problems.length > 0 || address) {
		const problems = [...(counted?.problems ?? []), ...(address ? [address] : [])];
		return { ok: false, refusal: refusalOf(issues, sent, problems) };
	}
	const { amount, minorDigits, remarks } = counted;
	const folded: Remark[] = sent === body ? [] : [{ assumption: 'D-25', warning: null }];
	return {
		ok: true,
		request: { ...parsed.data, amount, minorDigits },
		remarks: [
			...fieldRemarks(sent, validation),
			...formatRemarks(parsed.data.customer, validation),
			...remarks,
			...folded,
		],
	};
}

type Issues = readonly z.core.$ZodIssue[];
const none: Issues = [];

/** What the schema finds nothing wrong with: whatever else is wrong, that is judged by the settings too. */
type Right = (field: string) => unknown;

function rightIn(sent: unknown, issues: Issues): Right {
	if (issues.length === 0) return (field) => at(sent, [field]);
	const wrong = new Set(issues.map(({ path }) => path[0]));
	return (field) => (wrong.has(field) ? null : at(sent, [field]));
}

/** Null without an amount. */
function countedIn(right: Right, settings: Settings): CheckedAmount | null {
	const text = (field: string) => (right(field) ?? null) as string | null;
	const amount = right('amount');
	if (typeof amount !== 'number') return null;
	return checkAmount({ amount, currency: text('currency'), country: text('country') }, settings);
}

function addressProblem(right: Right, settings: Settings): FieldProblem | null {
	const address = right('redirectUrl');
	return typeof address === 'string' ? checkAddress(address, settings) : null;
}

function refusalOf(issues: Issues, sent: unknown, problems: readonly FieldProblem[]): Refusal {
	const errors = [
		...fieldErrors(issues, sent, paymentOptionsExample),
		...problems.map(({ error }) => error),
	];
	const gaps = [
		...issues.map((issue) => gapOf(issue, sent)),
		...problems.map(({ assumption }) => assumption),
	];
	const assumptions = [...new Set(gaps.filter((id) => id !== null))].sort();
	return { code: 'invalid_body', errors, assumptions };
}
