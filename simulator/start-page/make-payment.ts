/** Makes a payment with a generated customer, through the three documented calls. */
import type { MarketPack } from '../catalog/market.ts';
import type { PaymentOptionsResponse } from '../contract/payment-options.ts';
import { maxAmount } from '../contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../contract/payment-suboptions.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { cashierPath, servicePaths } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { decimalsOfCurrency, exceededBound, toMinor } from '../domain/money.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call, Route, RouteResult } from '../wire/call.ts';
import { redirectReply } from '../wire/call.ts';

export interface MakePaymentDeps {
	newId(): string;
	calls: Readonly<Record<ServiceCall, Route>>;
}

interface WantedPayment {
	market: MarketPack;
	/** The amount in major units, as the form takes it. */
	amount: number;
	/** The name of the payment option that the form sent. */
	option: string | undefined;
	/** The seed and index of the generated customer who pays. */
	payer: { seed: number; index: number };
	redirectUrl: string;
}

/** Sends the three calls that a shop sends. */
export async function makePayment(
	{ calls, newId }: MakePaymentDeps,
	call: Call,
	{ market, amount, option: name, payer, redirectUrl }: WantedPayment,
): Promise<RouteResult> {
	const { country, currency, options: packs } = market;
	const unknown: ApiError = { code: 'option_not_in_session', paymentOptionId: name ?? '' };
	const pack = packs.find((option) => option.name === name);
	if (!pack) return unknown;
	const sentAmount = amountToSend(amount, market, call.settings);
	if (typeof sentAmount === 'object') return sentAmount;
	// Load this with the first payment: the names and streets of all markets take longer to load than the whole server.
	const { createCustomer } = await import('../customers/customers.ts');
	const send = (to: ServiceCall, body: object) => calls[to](callTo(to, call, body));
	const created = await send('paymentOptions', {
		country,
		currency,
		amount: sentAmount,
		redirectUrl,
		language: 'EN',
		customer: createCustomer({ market: country, ...payer }),
		paymentReference: `start-${newId().slice(0, 8)}`,
		userId: `${country}-${payer.index}`,
	});
	const options = bodyOf<PaymentOptionsResponse>(created);
	if ('code' in options) return options;
	const { sessionId, paymentOptions } = options;
	const chosen = paymentOptions.find((offered) => offered.name === name);
	if (!chosen) return unknown;
	const choice = { sessionId, paymentOptionId: chosen.paymentOptionId };
	const listed =
		pack.banks.length > 0
			? bodyOf<PaymentSuboptionsResponse>(await send('paymentSuboptions', choice))
			: null;
	if (listed && 'code' in listed) return listed;
	const bank = listed ? { optionId: listed.result.options[0]?.id } : {};
	const done = await send('hybridPayment', { ...choice, ...bank });
	const refusal = apiErrorOfResult(done);
	if (refusal) return refusal;
	// Use a relative address, so that the form stays on the origin of the page, as its security policy requires.
	const answer = redirectReply(`${cashierPath.slice(1)}?sessionId=${sessionId}`);
	return 'answer' in done ? { ...done, answer } : answer;
}

/**
 * Returns the amount in the unit that the calls of the workspace take (D-02). If the amount has too many decimals or
 * exceeds a bound (D-19), returns the error with the bound in major units, as the form takes amounts.
 */
function amountToSend(
	majorAmount: number,
	{ country, currency }: MarketPack,
	{ amount: { unit, decimals }, limits }: Settings,
): number | ApiError {
	if (unit === 'major') return majorAmount;
	const allowed = decimalsOfCurrency(currency, decimals);
	const minorUnits = toMinor(majorAmount, allowed);
	if (minorUnits === null)
		return amountError(`must have at most ${allowed} decimals in ${currency}`);
	const sent = Number(minorUnits);
	const exceeded = exceededBound(sent, { max: maxAmount, ...limits.amount[country] }, allowed);
	return exceeded === null ? sent : amountError(`${exceeded.rule} in ${country}`);
}

/** The refusal of an amount that breaks a rule, such as `must be at least 16.00 in MX`. */
export function amountError(rule: string): ApiError {
	return {
		code: 'invalid_body',
		errors: [{ param: 'amount', detail: `amount ${rule}.`, fix: '' }],
	};
}

/** A documented call that the page makes. It has no headers. */
function callTo(endpoint: ServiceCall, call: Call, body: object): Call {
	const { requestId, workspace, secret, settings, startedMs, clientGone, isPipelined } = call;
	const target = { endpoint, method: 'POST', path: servicePaths[endpoint], params: {}, query: {} };
	const caller = { requestId, workspace, secret, settings, startedMs, clientGone, isPipelined };
	const none = () => undefined;
	return { ...target, ...caller, body, header: none, headerBytes: none };
}

export function apiErrorOfResult(result: RouteResult): ApiError | null {
	const answer = 'answer' in result ? result.answer : result;
	return 'code' in answer ? answer : null;
}

function bodyOf<T extends object>(result: RouteResult): T | ApiError {
	const answer = 'answer' in result ? result.answer : result;
	return 'code' in answer ? answer : (JSON.parse(answer.text) as T);
}
