/** The HTTP handlers of the hosted cashier. Pages and forms have the same address. */

import type { PaymentDeps, PerformResult } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import type { FormFields } from '../actions/submit.ts';
import { codeEvent, submitEvent } from '../actions/submit.ts';
import { cashierPath } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { paymentKeyOf } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { Call, Reply, RouteResult } from '../wire/call.ts';
import { redirectReply } from '../wire/call.ts';
import { chanceIn, nowIn } from '../workspaces/record.ts';
import {
	checkFormToken,
	formValuesToShowAgain,
	initialFormValues,
	readFormFields,
	readPostedTexts,
} from './forms.ts';
import type { NoticeName } from './page-model.ts';
import { nextAttemptParameter, pageLinksFrom } from './page-model.ts';
import { formNotValidPage, pageNotesOf, paymentPage, unknownSessionPage } from './pages.ts';

/** Handles `GET /pay?sessionId=…`: opens a payment that is ready, and shows any other payment in its state. */
export function showPage(deps: PaymentDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const { workspace, query, method, path } = call;
		const sessionId = String(query.sessionId ?? '');
		const found = await deps.store.read(workspace, sessionId);
		// Compare the session id: the store also reads by transaction id, which the shopper does not have.
		if (found?.payment.sessionId !== sessionId) {
			return unknownSessionPage(await deps.store.workspaceRecord(workspace), path, sessionId);
		}
		const wallMs = deps.wallNow();
		const now = nowIn(found.record, wallMs);
		const state = stateAt(found.payment, now);
		// Only a GET opens the payment, because link scanners send HEAD.
		const opens =
			state === 'redirected' &&
			method === 'GET' &&
			path === cashierPath &&
			isToBeShown(call, found.record.settings.inForce);
		const request = { workspace, sessionId, callName: 'open' };
		const opened = opens ? await perform(deps, request, () => ({ type: 'open' })) : null;
		const { payment, record } = opened ?? found;
		const answer = paymentPage(
			{ payment, record, wallMs },
			{
				path,
				form: { values: initialFormValues(payment, now, query.fill !== undefined), errors: [] },
				retry: query.retry === nextAttemptParameter(payment),
				stay: query.stay !== undefined,
				notice: query.notice === 'used' || query.notice === 'tooLate' ? query.notice : null,
			},
		);
		if (opened) return { answer, paymentCall: opened.call };
		const chance = chanceIn(record, `${paymentKeyOf(payment)} page ${state}`);
		const { transactionId, paymentReference } = payment;
		return { answer, paymentCall: { transactionId, paymentReference, record, chance } };
	};
}

/**
 * Whether a browser loads the page to show it (Fetch Metadata). Another page may also load the address as an image or a
 * script, in a frame that the browser refuses to show, or ahead of a click. Other clients do not say what they load.
 */
function isToBeShown(call: Call, { cashier: { frameAncestors } }: Settings): boolean {
	if (call.header('sec-purpose')?.startsWith('prefetch')) return false;
	const destination = call.header('sec-fetch-dest') ?? 'document';
	return destination === 'document' || (destination === 'iframe' && frameAncestors.length > 0);
}

const actions = ['submit', 'otp', 'cancel', 'return'] as const;
type Action = (typeof actions)[number];

/**
 * Handles `POST /pay?sessionId=…`: the form of an action, or `return` from the page's script. A return needs no token,
 * because it only adds to the payment's list of calls.
 */
export function submitForm(deps: PaymentDeps) {
	return async ({ workspace, query, body }: Call): Promise<RouteResult> => {
		const sessionId = String(query.sessionId ?? '');
		const posted = readPostedTexts(body);
		const action = actions.find((name) => name === posted.action);
		if (!action) return formNotValidPage(await deps.store.workspaceRecord(workspace), null);
		const fields = readFormFields(posted);
		const request = { workspace, sessionId, callName: action };
		const done = await perform(deps, request, (payment, context, record) => {
			if (action === 'return') return { type: 'return' };
			const token = checkFormToken(posted.token ?? '', payment, record);
			if (token === 'invalid') return { code: 'form_token_invalid' };
			if (token === 'used') return { code: 'form_used' };
			if (action === 'cancel') return { type: 'cancel' };
			if (action === 'otp') return codeEvent(payment, context, posted.otp ?? '');
			return submitEvent(payment, context, record, fields);
		});
		if (!done) {
			const record = await deps.store.workspaceRecord(workspace);
			return unknownSessionPage(record, cashierPath, sessionId);
		}
		return { answer: afterForm(done, action, fields, deps.wallNow()), paymentCall: done.call };
	};
}

const noContent = { status: 204, contentType: 'text/plain; charset=utf-8', text: '' };

/** Shows a refused form again; every other form leads to the status page. */
function afterForm(done: PerformResult, action: Action, fields: FormFields, wallMs: number): Reply {
	const { refusal, payment, record, context, notices } = done;
	if (action === 'return') return { ...noContent, notes: pageNotesOf(payment) };
	if (refusal?.code === 'form_token_invalid') return formNotValidPage(record, payment);
	const options = { path: cashierPath, stay: false, retry: true, notice: null };
	if (refusal?.code === 'cancel_not_offered') {
		const form = { values: initialFormValues(payment, nowIn(record, wallMs), false), errors: [] };
		return paymentPage({ payment, record, wallMs }, { ...options, form, status: 409 });
	}
	if (refusal?.code === 'form_refused') {
		const form = { values: formValuesToShowAgain(fields), errors: refusal.errors };
		const page = paymentPage({ payment, record, wallMs }, { ...options, form, status: 400 });
		const details = refusal.errors.map(({ detail }) => detail.replace(/\.$/, ''));
		return { ...page, refusal: details.join('; ') };
	}
	const isCancelled = action === 'cancel' && stateAt(payment, context.now) === 'cancelled';
	const notice = refusal ? noticeOf(refusal.code, isCancelled) : null;
	const { status } = pageLinksFrom(
		cashierPath,
		payment,
		record.settings.inForce.cashier.statusPath,
	);
	const location = notice === null ? status : `${status}&notice=${notice}`;
	return redirectReply(location, { ...pageNotesOf(payment), warnings: warningsIn(notices) });
}

/** The notice for a refused form; null if the status page alone explains the refusal. */
function noticeOf(code: string, isCancelled: boolean): NoticeName | null {
	if (code === 'form_used' || isCancelled) return 'used';
	return code === 'not_allowed_in_state' ? 'tooLate' : null;
}
