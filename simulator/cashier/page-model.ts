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
import { isShown } from '../contract/reasons.ts';
import { cashierEvents, cashierPath } from '../contract/routes.ts';
import { challengePending, isFinal, mayRetry } from '../domain/allowed.ts';
import { foreseenFate } from '../domain/fate.ts';
import { languageOf } from '../domain/language.ts';
import type { Choice, Payment } from '../domain/payment.ts';
import { returnUrlOf, showsReturnLink } from '../domain/return-url.ts';
import { pastOf, stateAt } from '../domain/timeline.ts';
import { derivedUuid } from '../runtime/chance.ts';
import { paceOf } from '../workspaces/clock.ts';
import { formToken } from './forms.ts';
import type { Locale } from './locale.ts';
import { amountInMarketFormat, localeFor } from './locale.ts';
import { progressOf, statusVersion } from './payment-status.ts';

/** What every page needs, with or without a payment. */
export interface PageContext {
	/** From the page to the folder of the cashier's paths: `../` for each level. Relative links work behind any prefix. */
	readonly root: string;
	readonly locale: Locale;
	/** What happened to the form that led to the page. */
	readonly notice: NoticeName | null;
}

/** `used`: the form was submitted before. `tooLate`: the state no longer allows the action of the form. */
export type NoticeName = 'used' | 'tooLate';

/** What the request adds to the payment: its path, whether the page stays, a notice. */
export interface PageRequest {
	path: string;
	/** The shopper chose not to be returned automatically. */
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
	const final = isFinal(payment, context);
	const past = pastOf(payment, now);
	const locale = localeFor(languageOf(payment, cashier));
	const hasReturnLink = showsReturnLink(payment, state, final, returnSettings);
	const autoReturn = final && hasReturnLink && !stay ? returnSettings.auto : null;
	return {
		root: rootFrom(path),
		locale,
		notice,
		links: linksFrom(path, payment, cashier.statusPath),
		state,
		/** The configured name of the state; null for the translated one (D-07, D-08). */
		stateName: stateNames[state] ?? null,
		/** When the state began. All times are those of the workspace's clock. */
		since: past.at(-1)?.at ?? payment.createdAt,
		final,
		progress: progressOf(payment, context, record.clock),
		/** The payment was confirmed after it had expired. */
		late: state === 'confirmed' && past.some((entry) => entry.state === 'expired'),
		amount: amountInMarketFormat(payment),
		reference: payment.paymentReference,
		kind: choice?.kind ?? null,
		option: option && optionName(option, locale),
		bank: bank?.name ?? null,
		token: formToken(payment, record),
		mayRetry: mayRetry(payment, context),
		mayCancel: context.rules.mayCancel,
		attemptsLeft: cashier.maxAttempts - attempts.length,
		/** The payer details that the form asks for, and their formats in the market. */
		payer: { fields: payerFieldsOf(payment), facts: payerFactsOf(payment) },
		/** The outcome of the next attempt unless the shopper's input changes it; null while it is random. */
		foreseen: foreseenFate(payment, context.rules),
		payReference: payReference(payment),
		accountEnding: accountEnding(payment),
		now,
		payWindow: choice && payWindow(choice, now, record.clock),
		challenged: challengePending(payment, now),
		wrongCodes: payment.challenge?.wrongCodes ?? 0,
		/** Null for a reason that the shopper must not see. */
		declineReason: shownReason(attempts.at(-1)?.fate.reason),
		/** The target of RETURN TO ACCOUNT; null in a state that does not show the link (D-37). */
		returnUrl: hasReturnLink ? returnUrlOf(payment, state, returnSettings.append) : null,
		/** The delay of the automatic return; null without one. */
		returnAfterMs: autoReturn === null ? null : toMs(autoReturn),
		pollMs: toMs(cashier.poll),
		hasEvents: cashier.live === 'events',
		version: statusVersion(snapshot),
	};
}

/** The relative path from a page to the folder of the cashier's paths. */
export function rootFrom(path: string): string {
	return '../'.repeat(path.split('/').length - 2);
}

/** The value of `retry` in the address of the next attempt's form. */
export function nextAttempt({ attempts }: Pick<Payment, 'attempts'>): string {
	return String(attempts.length + 1);
}

/** The addresses of the payment's pages, relative to a page at `from`. */
export function linksFrom(
	from: string,
	payment: Pick<Payment, 'sessionId' | 'attempts'>,
	statusPath: string | null,
) {
	const to = (path: string) => `${rootFrom(from)}${path.slice(1)}?sessionId=${payment.sessionId}`;
	return {
		/** Shows the form, and receives it. */
		form: to(cashierPath),
		/** The form of the next attempt only: after that attempt, the same address shows the status. */
		retry: `${to(cashierPath)}&retry=${nextAttempt(payment)}`,
		status: to(statusPath ?? cashierPath),
		events: to(cashierEvents),
	};
}

/** "Card" is translated. Names of brands and schemes are not. */
function optionName({ code, name }: OptionPack, { text }: Locale): string {
	return code === cardOption.code ? text('card.method') : name;
}

function payWindow({ windowEndsAt: endsAt }: Choice, now: number, clock: ClockRecord) {
	return { endsAt, leftMs: Math.max(0, endsAt - now), pace: paceOf(clock) };
}

function shownReason(reason: ReasonCode | null | undefined): ShownReason | null {
	return reason && isShown(reason) ? reason : null;
}

/** Crockford's base 32: without I, L, O and U, which are easy to misread. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The reference to pay with, `SBX-4F7K-2M9Q`: derived from the session, and no format of a real payment scheme. */
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
