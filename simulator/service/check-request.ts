/** Checks a payment-options request by its schema and by the settings of the workspace. */
import type { z } from 'zod';
import { paymentOptionsExample } from '../contract/examples.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import { isObject } from '../contract/json.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { FieldError } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { RedirectProblem } from '../domain/return-url.ts';
import { redirectProblem } from '../domain/return-url.ts';
import type { ApiError } from '../errors/api-error.ts';
import { checkAmount } from './check-amount.ts';
import { addFieldNotices, addFormatNotices } from './notices.ts';
import { gapOfIssue, paymentOptionsSchemaFor } from './payment-options-schema.ts';
import { upperCaseCodes } from './upper-case-codes.ts';

/** A problem with a field that the schema accepts and the settings do not. */
export interface FieldProblem {
	error: FieldError;
	assumption: GapId;
}

/**
 * The request after the conversions that the settings ask for (upper case, rounding). Only `customer` may contain
 * undocumented fields.
 */
export interface AcceptedRequest extends PaymentOptionsRequest {
	/**
	 * How many trailing digits of the amount are decimals: those of the currency if `amount.unit` is `minor`, otherwise
	 * 0.
	 */
	minorDigits: number;
}

type CheckedRequest =
	| { ok: true; request: AcceptedRequest; notices: readonly Notice[] }
	| { ok: false; refusal: ApiError };

const folded: Notice = { assumption: 'D-25', warning: null };

export function checkRequest(body: unknown, settings: Settings): CheckedRequest {
	const { validation } = settings;
	const sent = validation.case === 'fold' ? upperCaseCodes(body) : body;
	const parsed = paymentOptionsSchemaFor(settings).safeParse(sent);
	const issues = parsed.error?.issues ?? [];
	const {
		country,
		currency,
		amount: sentAmount,
		redirectUrl,
	} = parsed.data ?? validPart(sent, issues);
	const amount =
		sentAmount === undefined ? null : checkAmount(sentAmount, currency, country, settings);
	const address = redirectUrl === undefined ? null : checkAddress(redirectUrl, settings);
	const problems = address ? [...(amount?.problems ?? []), address] : (amount?.problems ?? []);
	if (!parsed.success || !amount || problems.length > 0) {
		const errors = [
			...fieldErrors(issues, sent, paymentOptionsExample),
			...problems.map(({ error }) => error),
		];
		const gaps = [
			...issues.flatMap((issue) => gapOfIssue(issue, sent) ?? []),
			...problems.map(({ assumption }) => assumption),
		];
		const assumptions = [...new Set(gaps)].sort();
		return { ok: false, refusal: { code: 'invalid_body', errors, assumptions } };
	}
	const { data } = parsed;
	const notices: Notice[] = [];
	addFieldNotices(notices, sent, validation);
	addFormatNotices(notices, data.customer, validation);
	notices.push(...amount.notices);
	if (sent !== body) notices.push(folded);
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
		notices,
	};
}

/**
 * Returns the fields that the schema accepts. They are also checked by the settings, so that the response names all
 * wrong fields.
 */
function validPart(
	sent: unknown,
	issues: readonly z.core.$ZodIssue[],
): Partial<PaymentOptionsRequest> {
	const invalid = new Set(issues.map(({ path }) => path[0]));
	if (!isObject(sent)) return {};
	return Object.fromEntries(Object.entries(sent).filter(([name]) => !invalid.has(name)));
}

/** Checks the scheme and the host of the return URL (D-36). */
function checkAddress(address: string, settings: Settings): FieldProblem | null {
	const problem = redirectProblem(address, settings.return);
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
