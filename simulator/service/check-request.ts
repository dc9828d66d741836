/** Checks a payment-options request by its schema and by the settings of the workspace. */
import { paymentOptionsExample } from '../contract/examples.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import { at } from '../contract/json.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { FieldError } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { RedirectProblem } from '../domain/return-url.ts';
import { redirectProblem } from '../domain/return-url.ts';
import type { ApiError } from '../errors/api-error.ts';
import { checkAmount } from './check-amount.ts';
import { foldCase } from './fold-case.ts';
import { fieldNotices, formatNotices } from './notices.ts';
import { gapOf, requestSchemaOf } from './request-schema.ts';

/** A field that the schema accepts and the settings do not. */
export interface FieldProblem {
	error: FieldError;
	assumption: GapId;
}

/** After folding and rounding, without undocumented fields. */
export interface AcceptedRequest extends PaymentOptionsRequest {
	/** How many of the last digits of the amount are decimals. */
	minorDigits: number;
}

type CheckedRequest =
	| { ok: true; request: AcceptedRequest; notices: readonly Notice[] }
	| { ok: false; refusal: ApiError };

const folded: Notice = { assumption: 'D-25', warning: null };

export function checkRequest(body: unknown, settings: Settings): CheckedRequest {
	const { validation } = settings;
	const sent = validation.case === 'fold' ? foldCase(body) : body;
	const parsed = requestSchemaOf(settings).safeParse(sent);
	const issues = parsed.error?.issues ?? [];
	const invalid = new Set(issues.map(({ path }) => path[0]));
	// The settings judge each field that the schema accepts, so that the response names all wrong fields.
	const valid = (field: string) => (invalid.has(field) ? undefined : at(sent, [field]));
	const text = (field: string) => (valid(field) ?? null) as string | null;
	const sentAmount = valid('amount');
	const amount =
		typeof sentAmount === 'number'
			? checkAmount(sentAmount, text('currency'), text('country'), settings)
			: null;
	const address = checkAddress(text('redirectUrl'), settings);
	const problems = [...(amount?.problems ?? []), ...(address ? [address] : [])];
	if (!parsed.success || !amount || problems.length > 0) {
		const errors = [
			...fieldErrors(issues, sent, paymentOptionsExample),
			...problems.map(({ error }) => error),
		];
		const gaps = [
			...issues.flatMap((issue) => gapOf(issue, sent) ?? []),
			...problems.map(({ assumption }) => assumption),
		];
		const assumptions = [...new Set(gaps)].sort();
		return { ok: false, refusal: { code: 'invalid_body', errors, assumptions } };
	}
	const { data } = parsed;
	return {
		ok: true,
		request: {
			country: data.country,
			currency: data.currency,
			amount: amount.amount,
			minorDigits: amount.minorDigits,
			redirectUrl: data.redirectUrl,
			language: data.language,
			customer: data.customer,
			paymentReference: data.paymentReference,
			userId: data.userId,
		},
		notices: [
			...fieldNotices(sent, validation),
			...formatNotices(data.customer, validation),
			...amount.notices,
			...(sent === body ? [] : [folded]),
		],
	};
}

/** The schemes and hosts of the return URL (D-36). */
function checkAddress(address: string | null, settings: Settings): FieldProblem | null {
	const problem = address === null ? null : redirectProblem(address, settings.return);
	if (problem === null) return null;
	const { rule, example } = describe(problem);
	const param = 'redirectUrl';
	const fix = `Send an address such as ${example}, or change return.schemes and return.hosts.`;
	return { error: { param, detail: `${param} ${rule}.`, fix }, assumption: 'D-36' };
}

function describe(problem: RedirectProblem): { rule: string; example: string } {
	const { broken, allowed } = problem;
	const [first] = allowed;
	if (broken === 'schemes') {
		const rule = `must begin with ${oneOf(allowed.map((scheme) => `${scheme}:`))}`;
		return { rule, example: `${first}://…` };
	}
	return { rule: `must lead to ${oneOf(allowed)}`, example: `${problem.scheme}://${first}/…` };
}

function oneOf(values: readonly string[]): string {
	return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}
