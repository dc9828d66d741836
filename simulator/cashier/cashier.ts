/** The hosted cashier: one address that shows what the payment's state asks for, and takes the shopper's forms. */
import { codeEvent } from '../actions/one-time-code.ts';
import type { Engine, Performed } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import type { FormFields } from '../actions/submit.ts';
import { submitEvent } from '../actions/submit.ts';
import { cashierPath } from '../contract/routes.ts';
import { keyOf } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { Answer, Call, Reply } from '../wire/call.ts';
import { seeOther } from '../wire/call.ts';
import { chanceIn, nowIn } from '../workspaces/world.ts';
import { judgeToken } from './form-token.ts';
import { formFields, refilled, textFields, untouched } from './form-values.ts';
import type { NoticeName } from './links.ts';
import { linksFrom, nextAttempt } from './links.ts';
import { noticeOf } from './notice.ts';
import { formOutOfDate, notesOf, paymentPage, unknownSession } from './pages.ts';

/** `GET /pay?sessionId=…`: opens a payment that is ready, and shows every other one as it stands. */
export function showPage(engine: Engine) {
	return async (call: Call): Promise<Answer> => {
		const { workspace, query, method, path } = call;
		const sessionId = String(query.sessionId ?? '');
		const found = await engine.store.read(workspace, sessionId);
		// A transaction id opens no page: only the session is the shopper's.
		if (!found || found.payment.sessionId !== sessionId) {
			return unknownSession(await engine.store.world(workspace), path);
		}
		const wallMs = engine.wallNow();
		const now = nowIn(found.world, wallMs);
		const state = stateAt(found.payment, now);
		// A link scanner asks with HEAD, and is not the shopper.
		const opens = state === 'redirected' && method === 'GET' && path === cashierPath;
		const request = { workspace, sessionId, note: 'open' };
		const opened = opens ? await perform(engine, request, () => ({ type: 'open' })) : null;
		const { payment, world } = opened ?? found;
		const values = untouched(payment, now, query.fill !== undefined);
		const answer = paymentPage(
			{ payment, world, wallMs },
			{
				path,
				form: { values, errors: [] },
				retries: query.retry === nextAttempt(payment),
				stays: query.stay !== undefined,
				notice: noticeIn(query.notice),
			},
		);
		const { transactionId } = payment;
		const chance = opened?.chance ?? chanceIn(world, `${keyOf(payment)} page ${state}`);
		return { answer, chance, transactionId };
	};
}

const actions = ['submit', 'otp', 'cancel', 'return'] as const;

/**
 * `POST /pay?sessionId=…` with `action` = submit, otp or cancel from a form, or return from the script of the page. A
 * return needs no token: it changes nothing but the payment's list of calls.
 */
export function takeForm(engine: Engine) {
	return async ({ workspace, query, body }: Call): Promise<Answer> => {
		const sessionId = String(query.sessionId ?? '');
		const sent = textFields(body);
		const action = actions.find((name) => name === sent.action);
		if (!action) return formOutOfDate(await engine.store.world(workspace), null);
		const fields = formFields(sent);
		const request = { workspace, sessionId, note: action };
		const done = await perform(engine, request, (payment, context, world) => {
			if (action === 'return') return { type: 'return' };
			const judged = judgeToken(sent.token ?? '', payment, world);
			if (judged === 'wrong') return { code: 'form_token_invalid' };
			if (judged === 'used') return { code: 'form_used' };
			if (action === 'cancel') return { type: 'cancel' };
			if (action === 'otp') return codeEvent(payment, context, sent.otp ?? '');
			return submitEvent(payment, context, world, fields);
		});
		if (!done) return unknownSession(await engine.store.world(workspace), cashierPath);
		const { chance, payment } = done;
		const isOutOfDate = done.refusal?.code === 'form_token_invalid';
		// A transaction id leads to no session.
		const known = payment.sessionId === sessionId ? payment : null;
		const answer = isOutOfDate
			? formOutOfDate(done.world, known)
			: afterForm(done, action, fields, engine.wallNow());
		return { answer, chance, transactionId: payment.transactionId };
	};
}

const noContent = { status: 204, contentType: 'text/plain; charset=utf-8', text: '' };

/** A form that came too late or twice changes nothing: the page shows where the payment is. */
function afterForm(
	{ refusal, payment, world, context, warnings }: Performed,
	action: (typeof actions)[number],
	fields: FormFields,
	wallMs: number,
): Reply {
	if (action === 'return') return { ...noContent, notes: notesOf(payment) };
	const standing = { payment, world, wallMs };
	const asked = { path: cashierPath, stays: false, retries: true, notice: null };
	if (refusal?.code === 'cancel_not_offered') {
		const form = { values: untouched(payment, nowIn(world, wallMs), false), errors: [] };
		return paymentPage(standing, { ...asked, form, status: 409 });
	}
	if (refusal?.code === 'form_refused') {
		const form = { values: refilled(fields), errors: refusal.errors };
		return paymentPage(standing, { ...asked, form, status: 400 });
	}
	const { statusPath } = world.settings.inForce.cashier;
	const { status } = linksFrom(cashierPath, payment, statusPath);
	const isCancelled = stateAt(payment, context.now) === 'cancelled';
	const notice = refusal && noticeOf(refusal, action === 'cancel' && isCancelled);
	const location = notice === null ? status : `${status}&notice=${notice}`;
	return seeOther(location, { ...notesOf(payment), warnings });
}

function noticeIn(asked: unknown): NoticeName | null {
	return asked === 'used' || asked === 'tooLate' ? asked : null;
}
