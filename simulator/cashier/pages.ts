/** Chooses the page for a payment, and builds the reply. */
import type { PaymentSnapshot } from '../actions/watch-payment.ts';
import type { PageKind } from '../contract/control.ts';
import { endpointAssumptions, gapsOfUnknownId } from '../contract/gaps/ledger.ts';
import { cashierPath } from '../contract/routes.ts';
import { cashierLanguageOf } from '../domain/language.ts';
import type { Payment } from '../domain/payment.ts';
import type { Reply, ReplyNotes } from '../wire/call.ts';
import { htmlReply, redirectReply } from '../wire/call.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { localeFor } from './locale.ts';
import type { PageContext, PageModel, PageRequest } from './page-model.ts';
import { pageLinksFrom, pageModel, relativeRootFrom } from './page-model.ts';
import { isEndHidden } from './payment-status.ts';
import { cardPage, challengePage } from './views/card-pages.ts';
import type { FormState } from './views/form-fields.ts';
import type { NeutralPageName } from './views/layout.ts';
import { neutralPage } from './views/layout.ts';
import { bankPage, codePage, qrPage, referencePage } from './views/method-pages.ts';
import { statusPage } from './views/status-page.ts';

const assumptions = endpointAssumptions('cashier');

interface PaymentPageOptions extends PageRequest {
	form: FormState;
	/** Whether to show the form of another attempt instead of the decline. */
	retry: boolean;
	status?: number;
}

/**
 * The page of a payment: the form, the challenge or the status. If that page has another address, the reply is a
 * redirect.
 */
export function paymentPage(snapshot: PaymentSnapshot, options: PaymentPageOptions): Reply {
	const { payment, record } = snapshot;
	const { statusPath } = record.settings.inForce.cashier;
	const model = pageModel(snapshot, options);
	const { state, links } = model;
	if (state === 'created') return neutral(model, 'notReady', 409);
	if (isEndHidden(snapshot)) return neutral(model, 'ended', 410);
	const notes = pageNotesOf(payment);
	const hasStatus =
		state !== 'redirected' && state !== 'opened' && !(options.retry && model.mayRetry);
	const path = hasStatus ? (statusPath ?? cashierPath) : cashierPath;
	if (path !== options.path) return redirectReply(hasStatus ? links.status : links.form, notes);
	if (hasStatus) return htmlReply(statusPage(model, state), notes, options.status);
	const view = model.challenged ? challengePage : formPages[model.kind ?? 'bank'];
	return htmlReply(view(model, options.form), notes, options.status);
}

const formPages: Record<PageKind, (model: PageModel, form: FormState) => string> = {
	card: cardPage,
	bank: bankPage,
	code: codePage,
	qr: qrPage,
	reference: referencePage,
};

export function pageNotesOf({ attempts }: Payment): ReplyNotes {
	return { assumptions, cause: attempts.at(-1)?.fate.cause ?? null };
}

export function unknownSessionPage(
	{ settings }: WorkspaceRecord,
	path: string,
	sessionId: string,
): Reply {
	const { pages, fallback } = settings.inForce.cashier;
	const page = neutral(pageContext(path, fallback), 'unknown', pages.unknown);
	return { ...page, notes: unknownSessionNotes(sessionId) };
}

export const unknownSessionNotes = (sessionId: string): ReplyNotes => ({
	assumptions: [...assumptions, ...gapsOfUnknownId(sessionId)],
});

/**
 * The page after a form whose token is not valid for this payment. `payment` belongs to the session that the form was
 * sent to; null if it is unknown.
 */
export function formNotValidPage({ settings }: WorkspaceRecord, payment: Payment | null): Reply {
	const { cashier } = settings.inForce;
	const language = payment ? cashierLanguageOf(payment, cashier) : cashier.fallback;
	const link = payment && pageLinksFrom(cashierPath, payment, null).form;
	return neutral(pageContext(cashierPath, language), 'outOfDate', 403, link);
}

function pageContext(path: string, language: string): PageContext {
	return { root: relativeRootFrom(path), locale: localeFor(language), notice: null };
}

function neutral(
	context: PageContext,
	name: NeutralPageName,
	status: number,
	paymentLink: string | null = null,
): Reply {
	return htmlReply(neutralPage(context, name, paymentLink), { assumptions }, status);
}
