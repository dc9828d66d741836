/** Which page a payment asks for. */

import type { Standing } from '../actions/watch-payment.ts';
import type { OptionKind } from '../contract/control.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import { cashierPath } from '../contract/routes.ts';
import { languageOf } from '../domain/language.ts';
import type { Payment } from '../domain/payment.ts';
import type { Notes, Reply } from '../wire/call.ts';
import { page, seeOther } from '../wire/call.ts';
import type { World } from '../workspaces/world.ts';
import { hidesEnd } from './hidden-end.ts';
import type { Place } from './links.ts';
import { linksFrom, rootFrom } from './links.ts';
import type { Asked, PageModel } from './page-model.ts';
import { pageModel } from './page-model.ts';
import { speechIn } from './speech.ts';
import { bankPage } from './views/bank-page.ts';
import { cardPage } from './views/card-page.ts';
import { challengePage } from './views/challenge-page.ts';
import { codePage } from './views/code-page.ts';
import type { FormState } from './views/fields.ts';
import type { NeutralPage } from './views/neutral-page.ts';
import { neutralPage } from './views/neutral-page.ts';
import { qrPage } from './views/qr-page.ts';
import { referencePage } from './views/reference-page.ts';
import { statusPage } from './views/status-page.ts';

/** What the pages rest on: nothing but their address is documented. */
const assumptions = restingOn('cashier');

/** What a page shows besides the payment, and with which status. */
interface Shown extends Asked {
	form: FormState;
	/** The form is asked for again after a decline. */
	retries: boolean;
	status?: number;
}

/** The payment as it stands, at the address its page has: its form, its challenge, or its status. */
export function paymentPage(standing: Standing, shown: Shown): Reply {
	const { payment, world } = standing;
	const { statusPath } = world.settings.inForce.cashier;
	const model = pageModel(standing, shown);
	const { state, place, links } = model;
	if (state === 'created') return neutral(place, 'notReady', 409);
	if (hidesEnd(standing)) return neutral(place, 'ended', 410);
	const notes = notesOf(payment);
	const tells = state !== 'redirected' && state !== 'opened' && !(shown.retries && model.mayRetry);
	const path = tells ? (statusPath ?? cashierPath) : cashierPath;
	if (path !== shown.path) return seeOther(tells ? links.status : links.form, notes);
	if (tells) return page(statusPage(model, state), notes, shown.status);
	const view = model.challenged ? challengePage : formPages[model.kind ?? 'bank'];
	return page(view(model, shown.form), notes, shown.status);
}

const formPages: Record<OptionKind, (model: PageModel, form: FormState) => string> = {
	card: cardPage,
	bank: bankPage,
	code: codePage,
	qr: qrPage,
	reference: referencePage,
};

export function notesOf({ attempts }: Payment): Notes {
	return { assumptions, cause: attempts.at(-1)?.fate.cause ?? null };
}

/** What is shown when the payment is not: nothing of it, and no way back. */
export function unknownSession({ settings }: World, path: string): Reply {
	const { pages, fallback } = settings.inForce.cashier;
	return neutral(placeAt(path, fallback), 'unknown', pages.unknown);
}

/** `payment`: of the session that the form was sent to; null where none is known. */
export function formOutOfDate({ settings }: World, payment: Payment | null): Reply {
	const { cashier } = settings.inForce;
	const language = payment ? languageOf(payment, cashier) : cashier.fallback;
	const open = payment && linksFrom(cashierPath, payment, null).form;
	return neutral(placeAt(cashierPath, language), 'outOfDate', 403, open);
}

function placeAt(path: string, language: string): Place {
	return { root: rootFrom(path), speech: speechIn(language), notice: null };
}

function neutral(place: Place, what: NeutralPage, status: number, open?: string | null): Reply {
	return page(neutralPage(place, what, open), { assumptions }, status);
}
