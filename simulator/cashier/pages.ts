/** Which page a payment asks for. */
import { restingOn } from '../contract/gaps/ledger.ts';
import type { Payment } from '../domain/payment.ts';
import type { Notes, Reply } from '../wire/call.ts';
import { page } from '../wire/call.ts';
import type { World } from '../workspaces/world.ts';
import { pageModel } from './page-model.ts';
import { bankPage } from './views/bank-page.ts';
import type { CardFormState } from './views/card-page.ts';
import { cardPage } from './views/card-page.ts';
import { challengePage } from './views/challenge-page.ts';
import { neutralPage } from './views/neutral-page.ts';
import { statusPage } from './views/status-page.ts';

/** What the pages rest on: nothing but their address is documented. */
const assumptions = restingOn('cashier');

export interface Standing {
	payment: Payment;
	world: World;
	wallMs: number;
}

/** The payment as it stands: its form, its challenge, or its status; `retrying` asks for the form after a decline. */
export function paymentPage(
	{ payment, world, wallMs }: Standing,
	form: CardFormState,
	retrying: boolean,
	status = 200,
): Reply {
	const model = pageModel(payment, world, wallMs);
	const { state } = model;
	if (state === 'created') return notReady();
	const notes = notesOf(payment);
	if (state !== 'redirected' && state !== 'opened' && !(retrying && model.mayRetry)) {
		return page(statusPage(model, state), notes, status);
	}
	if (model.challenged) return page(challengePage(model), notes, status);
	return page(model.kind === 'card' ? cardPage(model, form) : bankPage(model), notes, status);
}

export function notesOf({ attempts }: Payment): Notes {
	return { assumptions, cause: attempts.at(-1)?.fate.cause ?? null };
}

export function unknownSession(): Reply {
	const text = 'There is no payment here. Go back to the shop and start again.';
	return page(neutralPage('Payment not found', text), { assumptions }, 404);
}

function notReady(): Reply {
	const text = 'No payment method has been chosen yet. Go back to the shop and choose one.';
	return page(neutralPage('Payment not ready', text), { assumptions }, 409);
}

export function formOutOfDate(): Reply {
	const text = 'This form no longer belongs to the payment. Open the payment again from the shop.';
	return page(neutralPage('Form out of date', text), { assumptions }, 403);
}
