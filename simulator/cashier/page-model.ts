/** What a cashier page shows of a payment: plain values, ready to be laid out. */

import { decisionContextOf } from '../actions/decision-context.ts';
import type { PayerFieldName } from '../actions/payer-form.ts';
import { payerFactsOf, payerFieldsOf } from '../actions/payer-form.ts';
import type { Standing } from '../actions/watch-payment.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { cardOption } from '../catalog/option.ts';
import type { OptionPack, PayerFacts } from '../catalog/pack.ts';
import type { ClockRecord } from '../contract/clock.ts';
import type { OptionKind, PaymentState } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import type { ReasonCode, ToldReason } from '../contract/reasons.ts';
import { isTold } from '../contract/reasons.ts';
import { challengePending, isFinal, mayRetry } from '../domain/allowed.ts';
import { foreseenFate } from '../domain/fate.ts';
import { languageOf } from '../domain/language.ts';
import type { Choice, Fate } from '../domain/payment.ts';
import { returnUrlOf, showsReturnLink } from '../domain/return-url.ts';
import { pastOf, stateAt } from '../domain/timeline.ts';
import { paceOf } from '../workspaces/clock.ts';
import { formatAmount } from './amount.ts';
import { formToken } from './form-token.ts';
import type { NoticeName, PageLinks, Place } from './links.ts';
import { linksFrom, rootFrom } from './links.ts';
import type { Progress } from './progress.ts';
import { progressOf } from './progress.ts';
import { accountEnding, payReference } from './reference.ts';
import type { Speech } from './speech.ts';
import { speechIn } from './speech.ts';
import { versionOf } from './version.ts';

export interface PageModel {
	place: Place;
	links: PageLinks;
	state: PaymentState;
	/** What a person has named the state; null for the page's own words (D-07, D-08). */
	stateName: string | null;
	/** Since when, on the workspace's clock. */
	since: number;
	/** Nothing more will happen, and nobody need look for news. */
	final: boolean;
	/** Null unless it is in processing. */
	progress: Progress | null;
	/** It was confirmed though it had expired before. */
	late: boolean;
	amount: string;
	reference: string | null;
	kind: OptionKind | null;
	option: string | null;
	bank: string | null;
	/** Proves that a posted form was made for this session and choice. */
	token: string;
	mayRetry: boolean;
	mayCancel: boolean;
	attemptsLeft: number;
	/** A one-time code is asked for. */
	challenged: boolean;
	/** What the form asks of the payer. */
	payer: PayerAsked;
	/** What the next attempt will meet unless the shopper types otherwise; null when it is still to be drawn. */
	foreseen: Fate | null;
	/** To be paid with, where the method has one. */
	payReference: string;
	accountEnding: string;
	/** On the workspace's clock, like every time of the page. */
	now: number;
	/** How long the shopper has; `pace`: how many of its milliseconds one of the wall clock is. Null before a choice. */
	payWindow: { endsAt: number; leftMs: number; pace: number } | null;
	wrongCodes: number;
	/** Why the payment was declined, as far as the shopper is told. */
	declinedFor: ToldReason | null;
	/** Where RETURN TO ACCOUNT leads; null in a state that shows no way back (D-37). */
	returnUrl: string | null;
	/** After how long the page returns by itself; null when it does not. */
	returnAfterMs: number | null;
	pollMs: number;
	/** Whether the page hears news as events, too. */
	hearsNews: boolean;
	/** Of what the page shows: another one when that has changed. */
	version: string;
}

/** What the form asks for besides a card, and what it looks like in the market. */
export interface PayerAsked {
	fields: readonly PayerFieldName[];
	facts: PayerFacts;
}

/** What the request of a page says about it. */
export interface Asked {
	/** The path it was asked for at. */
	path: string;
	/** Whether the shopper has asked not to be returned. */
	stays: boolean;
	/** What became of the form that led here, if that needs a word. */
	notice: NoticeName | null;
}

export function pageModel(standing: Standing, { path, stays, notice }: Asked): PageModel {
	const { payment, world, wallMs } = standing;
	const context = decisionContextOf(world, payment, wallMs);
	const { choice, attempts } = payment;
	const option = choice ? optionByCode(choice.optionCode) : null;
	const bank = option?.banks.find(({ id }) => id === choice?.suboptionId);
	const { cashier, return: wayBack, states } = world.settings.inForce;
	const state = stateAt(payment, context.now);
	const speech = speechIn(languageOf(payment, cashier));
	const names: Partial<Record<PaymentState, string | undefined>> = states.names;
	const final = isFinal(payment, context);
	const isShown = showsReturnLink(payment, state, final, wayBack);
	const past = pastOf(payment, context.now);
	const auto = final && isShown && !stays ? wayBack.auto : null;
	return {
		place: { root: rootFrom(path), speech, notice },
		links: linksFrom(path, payment, cashier.statusPath),
		state,
		stateName: names[state] ?? null,
		since: past.at(-1)?.at ?? payment.createdAt,
		final,
		progress: progressOf(payment, context, world.clock),
		late: state === 'confirmed' && past.some((entry) => entry.state === 'expired'),
		amount: formatAmount(payment),
		reference: payment.paymentReference,
		kind: choice?.kind ?? null,
		option: option && nameOf(option, speech),
		bank: bank?.name ?? null,
		token: formToken(payment, world),
		mayRetry: mayRetry(payment, context),
		mayCancel: context.rules.mayCancel,
		attemptsLeft: cashier.maxAttempts - attempts.length,
		payer: { fields: payerFieldsOf(payment), facts: payerFactsOf(payment) },
		foreseen: foreseenFate(payment, context.rules),
		payReference: payReference(payment),
		accountEnding: accountEnding(payment),
		now: context.now,
		payWindow: choice && windowOf(choice, context.now, world.clock),
		challenged: challengePending(payment, context.now),
		wrongCodes: payment.challenge?.wrongCodes ?? 0,
		declinedFor: told(attempts.at(-1)?.fate.reason),
		returnUrl: isShown ? returnUrlOf(payment, state, wayBack.append) : null,
		returnAfterMs: auto === null ? null : toMs(auto),
		pollMs: toMs(cashier.poll),
		hearsNews: cashier.live === 'events',
		version: versionOf(standing),
	};
}

/** A card is a word of every language; the rest are names of brands and schemes. */
function nameOf({ code, name }: OptionPack, { words }: Speech): string {
	return code === cardOption.code ? words.card.method : name;
}

function windowOf({ windowEndsAt: endsAt }: Choice, now: number, clock: ClockRecord) {
	return { endsAt, leftMs: Math.max(0, endsAt - now), pace: paceOf(clock) };
}

function told(reason: ReasonCode | null | undefined): ToldReason | null {
	return reason && isTold(reason) ? reason : null;
}
