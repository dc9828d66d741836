/** The values that a cashier page shows about a payment. */

import { payerFactsOf, payerFieldsOf } from '../actions/payer-form.ts';
import { decisionContextOf } from '../actions/perform.ts';
import type { PaymentSnapshot } from '../actions/watch-payment.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/market.ts';
import { cardOption } from '../catalog/market.ts';
import type { ClockRecord } from '../contract/clock.ts';
import type { PaymentState } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import type { ReasonCode, ShownReason } from '../contract/reasons.ts';
import { isShownToShopper } from '../contract/reasons.ts';
import { cashierEvents, cashierPath } from '../contract/routes.ts';
import { canRetry, isChallengePending, isFinal } from '../domain/allowed.ts';
import { foreseenFate } from '../domain/fate.ts';
import { cashierLanguageOf } from '../domain/language.ts';
import type { Choice, Payment } from '../domain/payment.ts';
import { returnUrlOf, showsReturnLink } from '../domain/return-url.ts';
import { pastStatesOf, stateAt } from '../domain/timeline.ts';
import { derivedUuid } from '../runtime/chance.ts';
import { paceOf } from '../workspaces/clock.ts';
import { createFormToken } from './forms.ts';
import type { Locale } from './locale.ts';
import { amountInMarketFormat, localeFor } from './locale.ts';
import { processingProgressOf, statusVersion } from './payment-status.ts';

/** The data that every page needs, with or without a payment. */
export interface PageContext {
	/**
	 * The relative path from the page to the folder of the cashier's paths: `../` for each level. Relative links work
	 * behind any prefix.
	 */
	readonly root: string;
	readonly locale: Locale;
	/** What happened to the form that led to this page. */
	readonly notice: NoticeName | null;
}

/** `used`: the form was already submitted. `tooLate`: the state no longer allows the form's action. */
export type NoticeName = 'used' | 'tooLate';

/** The data that the request adds: its path, whether the shopper stays on the page, a notice. */
export interface PageRequest {
	path: string;
	/** Whether the shopper stopped the automatic return to the shop. */
	stay: boolean;
	notice: NoticeName | null;
}

export type PageModel = ReturnType<typeof pageModel>;

export function pageModel(snapshot: PaymentSnapshot, { path, stay, notice }: PageRequest) {
	const { payment, record, wallMs } = snapshot;
	const context = decisionContextOf(record, payment, wallMs);
	const { choice, attempts } = payment;
	const { now } = context;
	const option = choice ? optionByCode(choice.optionCode) : null;
	const bank = option?.banks.find(({ id }) => id === choice?.suboptionId);
	const { cashier, return: returnSettings, states } = record.settings.inForce;
	const state = stateAt(payment, now);
	const stateNames: Partial<Record<PaymentState, string | undefined>> = states.names;
	const final = isFinal(payment, now);
	const past = pastStatesOf(payment, now);
	const locale = localeFor(cashierLanguageOf(payment, cashier));
	const hasReturnLink = showsReturnLink(payment, state, final, returnSettings);
	const autoReturn = final && hasReturnLink && !stay ? returnSettings.auto : null;
	return {
		root: relativeRootFrom(path),
		locale,
		notice,
		links: pageLinksFrom(path, payment, cashier.statusPath),
		state,
		/** The configured name of the state; null if the page shows the translated name (D-07, D-08). */
		stateName: stateNames[state] ?? null,
		/** When the state began. All times are on the workspace's clock. */
		since: past.at(-1)?.at ?? payment.createdAt,
		final,
		progress: processingProgressOf(payment, context, record.clock),
		/** Whether the payment was confirmed after it had expired. */
		late: state === 'confirmed' && past.some((entry) => entry.state === 'expired'),
		amount: amountInMarketFormat(payment),
		reference: payment.paymentReference,
		kind: choice?.kind ?? null,
		option: option && optionName(option, locale),
		bank: bank?.name ?? null,
		token: createFormToken(payment, record),
		mayRetry: canRetry(payment, now),
		mayCancel: context.rules.mayCancel,
		attemptsLeft: payment.maxAttempts - attempts.length,
		/** The payer details that the form asks for, with their formats in the market. */
		payer: { fields: payerFieldsOf(payment), facts: payerFactsOf(payment) },
		/** The outcome of the next attempt, unless the shopper's input changes it; null if it will be random. */
		foreseen: foreseenFate(payment, context.rules),
		payReference: payReference(payment),
		accountEnding: accountEnding(payment),
		now,
		payWindow: choice && payWindow(choice, now, record.clock),
		challenged: isChallengePending(payment, now),
		wrongCodes: payment.challenge?.wrongCodes ?? 0,
		/** The decline reason; null if the shopper must not see it. */
		declineReason: shownReason(attempts.at(-1)?.fate.reason),
		/** The URL behind RETURN TO ACCOUNT; null if this state does not show the link (D-37). */
		returnUrl: hasReturnLink ? returnUrlOf(payment, state, returnSettings.append) : null,
		/** The delay of the automatic return in milliseconds; null if there is none. */
		returnAfterMs: autoReturn === null ? null : toMs(autoReturn),
		pollMs: toMs(cashier.poll),
		hasEvents: cashier.live === 'events',
		version: statusVersion(snapshot),
	};
}

/** The relative path from a page to the folder of the cashier's paths. */
export function relativeRootFrom(path: string): string {
	return '../'.repeat(path.split('/').length - 2);
}

/** The value of `retry` in the address of the form for the next attempt. */
export function nextAttemptParameter({ attempts }: Pick<Payment, 'attempts'>): string {
	return String(attempts.length + 1);
}

/** The addresses of the payment's pages, relative to a page at `from`. */
export function pageLinksFrom(
	from: string,
	payment: Pick<Payment, 'sessionId' | 'attempts'>,
	statusPath: string | null,
) {
	const to = (path: string) =>
		`${relativeRootFrom(from)}${path.slice(1)}?sessionId=${payment.sessionId}`;
	return {
		/** The address that shows the form and receives it. */
		form: to(cashierPath),
		/** The address of the form for the next attempt. After that attempt, it shows the status. */
		retry: `${to(cashierPath)}&retry=${nextAttemptParameter(payment)}`,
		status: to(statusPath ?? cashierPath),
		events: to(cashierEvents),
	};
}

/** The name of an option. "Card" is translated; names of brands and schemes are not. */
function optionName({ code, name }: OptionPack, { text }: Locale): string {
	return code === cardOption.code ? text('card.method') : name;
}

function payWindow({ windowEndsAt: endsAt }: Choice, now: number, clock: ClockRecord) {
	return { endsAt, leftMs: Math.max(0, endsAt - now), pace: paceOf(clock) };
}

function shownReason(reason: ReasonCode | null | undefined): ShownReason | null {
	return reason && isShownToShopper(reason) ? reason : null;
}

/** The alphabet of Crockford's base 32. It leaves out I, L, O and U, which are easy to misread. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference for paying later, such as `SBX-4F7K-2M9Q`. It is derived from the session, and no real payment scheme
 * uses this format.
 */
function payReference({ sessionId }: Pick<Payment, 'sessionId'>): string {
	const bytes = Buffer.from(derivedUuid(`${sessionId} reference`).replaceAll('-', ''), 'hex');
	const letters = [...bytes.subarray(8)].map((byte) => base32[byte % base32.length]).join('');
	return `SBX-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The last four digits of an invented account. */
function accountEnding({ sessionId }: Pick<Payment, 'sessionId'>): string {
	const digits = derivedUuid(`${sessionId} account`).replace(/\D/g, '');
	return digits.slice(-4).padStart(4, '0');
}
