/** Which page a payment asks for. */
import { restingOn } from '../contract/gaps/ledger.ts';
import { cashierPath } from '../contract/routes.ts';
import type { Payment } from '../domain/payment.ts';
import type { Notes, Reply } from '../wire/call.ts';
import { page, seeOther } from '../wire/call.ts';
import type { World } from '../workspaces/world.ts';
import { shownLanguage } from './language.ts';
import type { Place } from './links.ts';
import { rootFrom } from './links.ts';
import type { Asked, Standing } from './page-model.ts';
import { pageModel } from './page-model.ts';
import type { CardFormState } from './views/card-page.ts';
import { cardPage } from './views/card-page.ts';
import { challengePage } from './views/challenge-page.ts';
import { confirmPage } from './views/confirm-page.ts';
import { neutralPage } from './views/neutral-page.ts';
import { statusPage } from './views/status-page.ts';

/** What the pages rest on: nothing but their address is documented. */
const assumptions = restingOn('cashier');

/** What a page shows besides the payment, and with which status. */
interface Shown extends Asked {
	form: CardFormState;
	/** The form is asked for again after a decline. */
	retries: boolean;
	status?: number;
}

/** The payment as it stands, at the address its page has: its form, its challenge, or its status. */
export function paymentPage(standing: Standing, shown: Shown): Reply {
	const { payment, world } = standing;
	const { statusPath, pages } = world.settings.inForce.cashier;
	const model = pageModel(standing, shown);
	const { state, place, links } = model;
	if (state === 'created') return notReady(place);
	if (model.over && pages.ended === 'neutral') return ended(place);
	const notes = notesOf(payment);
	const tells = state !== 'redirected' && state !== 'opened' && !(shown.retries && model.mayRetry);
	const path = tells ? (statusPath ?? cashierPath) : cashierPath;
	if (path !== shown.path) return seeOther(tells ? links.status : links.form, notes);
	if (tells) return page(statusPage(model, state), notes, shown.status);
	if (model.challenged) return page(challengePage(model), notes, shown.status);
	const text = model.kind === 'card' ? cardPage(model, shown.form) : confirmPage(model);
	return page(text, notes, shown.status);
}

export function notesOf({ attempts }: Payment): Notes {
	return { assumptions, cause: attempts.at(-1)?.fate.cause ?? null };
}

/** What is shown when the payment is not: nothing of it, and no way back. */
export function unknownSession({ settings }: World, path: string): Reply {
	const { pages, fallback } = settings.inForce.cashier;
	const place = { root: rootFrom(path), language: shownLanguage(fallback) };
	const text = 'There is no payment here. Go back to the shop and start again.';
	return page(neutralPage(place, 'Payment not found', text), { assumptions }, pages.unknown);
}

function notReady(place: Place): Reply {
	const text = 'No payment method has been chosen yet. Go back to the shop and choose one.';
	return page(neutralPage(place, 'Payment not ready', text), { assumptions }, 409);
}

function ended(place: Place): Reply {
	const text = 'This payment is over. Go back to the shop to see what became of it.';
	return page(neutralPage(place, 'Payment over', text), { assumptions }, 410);
}

export function formOutOfDate({ settings }: World): Reply {
	const { fallback } = settings.inForce.cashier;
	const place = { root: rootFrom(cashierPath), language: shownLanguage(fallback) };
	const text = 'This form no longer belongs to the payment. Open the payment again from the shop.';
	return page(neutralPage(place, 'Form out of date', text), { assumptions }, 403);
}
