/** A payment-options request under the settings of its workspace: what it asks for, or everything that is wrong. */
import type { z } from 'zod';
import { paymentOptionsExample } from '../contract/examples.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { at } from '../contract/json.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';
import { fieldRemarks } from './accepted-fields.ts';
import { checkAddress } from './check-address.ts';
import type { CheckedAmount } from './check-amount.ts';
import { checkAmount } from './check-amount.ts';
import type { FieldProblem } from './field-problem.ts';
import { foldCase } from './fold-case.ts';
import { formatRemarks } from './format-warnings.ts';
import { gapOf, requestSchemaOf } from './request-schema.ts';
import { joined } from './warnings.ts';

/** A request as it is taken: folded and rounded where the settings say so. */
export interface TakenRequest extends PaymentOptionsRequest {
	/** How many of the last digits of the amount are decimals. */
	minorDigits: number;
}

export type CheckedRequest =
	| { ok: true; request: TakenRequest; remarks: readonly Notice[] }
	| { ok: false; refusal: ApiError };

export function checkRequest(body: unknown, settings: Settings): CheckedRequest {
	const { validation } = settings;
	const sent = validation.case === 'fold' ? foldCase(body) : body;
	const parsed = requestSchemaOf(settings).safeParse(sent);
	if (!parsed.success) return refused(parsed.error.issues, sent, settings);
	const { data } = parsed;
	const counted = checkAmount(data, settings);
	if (counted.problems.length > 0 || checkAddress(data.redirectUrl, settings)) {
		return refused(noIssues, sent, settings);
	}
	return {
		ok: true,
		request: takenFrom(data, counted),
		remarks: joined(
			fieldRemarks(sent, validation),
			formatRemarks(data.customer, validation),
			counted.remarks,
			sent === body ? none : folded,
		),
	};
}

const none: readonly Notice[] = [];
const folded: readonly Notice[] = [{ assumption: 'D-25', warning: null }];

/** Without what the document does not show. */
function takenFrom(data: PaymentOptionsRequest, counted: CheckedAmount): TakenRequest {
	return {
		country: data.country,
		currency: data.currency,
		amount: counted.amount,
		minorDigits: counted.minorDigits,
		redirectUrl: data.redirectUrl,
		language: data.language,
		customer: data.customer,
		paymentReference: data.paymentReference,
		userId: data.userId,
	};
}

type Issues = readonly z.core.$ZodIssue[];
const noIssues: Issues = [];

/** Everything that is wrong, by the schema and by the settings. */
function refused(issues: Issues, sent: unknown, settings: Settings): CheckedRequest {
	const right = rightIn(sent, issues);
	const problems = [
		...(countedIn(right, settings)?.problems ?? []),
		...addressProblems(right, settings),
	];
	return { ok: false, refusal: refusalOf(issues, sent, problems) };
}

/** What the schema finds nothing wrong with: whatever else is wrong, that is judged by the settings too. */
type Right = (field: string) => unknown;

function rightIn(sent: unknown, issues: Issues): Right {
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

function addressProblems(right: Right, settings: Settings): FieldProblem[] {
	const address = right('redirectUrl');
	const problem = typeof address === 'string' ? checkAddress(address, settings) : null;
	return problem ? [problem] : [];
}

function refusalOf(issues: Issues, sent: unknown, problems: readonly FieldProblem[]): ApiError {
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
