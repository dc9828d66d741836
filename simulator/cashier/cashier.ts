/** The hosted cashier: one address that shows what the payment's state asks for, and takes the shopper's forms. */
import type { CardFields } from '../actions/card-form.ts';
import { cardFieldNames, testCardFields } from '../actions/card-form.ts';
import type { Engine, Performed } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import { submitEvent } from '../actions/submit.ts';
import { judgeCode } from '../catalog/signals.ts';
import type { Payment } from '../domain/payment.ts';
import type { Call, Reply } from '../wire/call.ts';
import { page, seeOther } from '../wire/call.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';
import { formToken, pageModel } from './page-model.ts';
import { bankPage } from './views/bank-page.ts';
import type { CardFormState } from './views/card-page.ts';
import { cardPage } from './views/card-page.ts';
import { challengePage } from './views/challenge-page.ts';
import { neutralPage } from './views/neutral-page.ts';
import { statusPage } from './views/status-page.ts';

/** What the pages rest on: nothing but their address is documented. */
const assumptions: readonly string[] = ['D-08', 'D-36', 'D-37', 'D-38', 'D-39', 'D-40'];

/** `GET /pay?sessionId=…`: opens a payment that is ready, and shows every other one as it stands. */
export function showPage(engine: Engine) {
	return async (call: Call): Promise<Reply> => {
		const sessionId = String(call.query.sessionId ?? '');
		const found = await engine.store.read(call.workspace, sessionId);
		// A transaction id opens no page: only the session is the shopper's.
		if (!found || found.payment.sessionId !== sessionId) return unknownSession();
		const wallMs = engine.wallNow();
		const model = pageModel(found.payment, found.world, wallMs);
		if (model.state === 'created') return notReady();
		const retrying = model.mayRetry && call.query.retry !== undefined;
		if (model.state !== 'redirected' && model.state !== 'opened' && !retrying) {
			return pageReply(statusPage(model), found.payment);
		}
		const values =
			call.query.fill === undefined ? {} : testCardFields(nowIn(found.world, wallMs), model.holder);
		const form = { values, errors: [] };
		if (retrying)
			return pageReply(formPage(found.payment, found.world, wallMs, form), found.payment);
		const opened = await perform(
			engine,
			{ workspace: call.workspace, sessionId, note: 'open' },
			() => ({ type: 'open' }),
		);
		if (!opened) return unknownSession();
		// The payment moved on between reading and opening: show where it is now.
		if (opened.refusal) {
			const now = pageModel(opened.payment, opened.world, engine.wallNow());
			return pageReply(statusPage(now), opened.payment);
		}
		return pageReply(formPage(opened.payment, opened.world, wallMs, form), opened.payment);
	};
}

/** `POST /pay?sessionId=…` with `action` = submit, otp or cancel. */
export function takeForm(engine: Engine) {
	return async (call: Call): Promise<Reply> => {
		const sessionId = String(call.query.sessionId ?? '');
		const sent = textFields(call.body);
		const known = await engine.store.read(call.workspace, sessionId);
		if (!known || known.payment.sessionId !== sessionId) return unknownSession();
		const action = actionOf(sent.action);
		const fields = Object.fromEntries(
			cardFieldNames.map((name) => [name, sent[name] ?? '']),
		) as CardFields;
		const request = { workspace: call.workspace, sessionId, note: action };
		const done = await perform(engine, request, (payment, moment) => {
			if (sent.token !== formToken(payment, known.world)) return { code: 'form_token_invalid' };
			if (action === 'cancel') return { type: 'cancel' };
			if (action === 'otp') return { type: 'otp', answer: judgeCode(sent.otp ?? '') };
			return submitEvent(payment, moment, fields);
		});
		return done ? afterForm(done, fields, engine.wallNow()) : unknownSession();
	};
}

/** A form that came too late or twice changes nothing: the page shows where the payment is. */
function afterForm(
	{ refusal, payment, world }: Performed,
	fields: CardFields,
	wallMs: number,
): Reply {
	if (refusal?.code === 'card_refused') {
		const { cardholder, expirymonth, expiryyear } = fields;
		const values = { cardholder, expirymonth, expiryyear };
		const text = formPage(payment, world, wallMs, { values, errors: refusal.errors });
		return pageReply(text, payment, 400);
	}
	if (refusal?.code === 'form_token_invalid') {
		const text =
			'This form no longer belongs to the payment. Open the payment again from the shop.';
		return pageReply(neutralPage('Form out of date', text), payment, 403);
	}
	return { ...seeOther(`pay?sessionId=${payment.sessionId}`, notesOf(payment)) };
}

function formPage(payment: Payment, world: World, wallMs: number, form: CardFormState): string {
	const model = pageModel(payment, world, wallMs);
	if (model.challenged) return challengePage(model);
	return model.kind === 'card' ? cardPage(model, form) : bankPage(model);
}

function pageReply(text: string, payment: Payment, status = 200): Reply {
	return page(text, notesOf(payment), status);
}

function notesOf({ attempts }: Payment) {
	return { assumptions, cause: attempts.at(-1)?.fate.cause ?? null };
}

function unknownSession(): Reply {
	const text = 'There is no payment here. Go back to the shop and start again.';
	return page(neutralPage('Payment not found', text), { assumptions }, 404);
}

function notReady(): Reply {
	const text = 'No payment method has been chosen yet. Go back to the shop and choose one.';
	return page(neutralPage('Payment not ready', text), { assumptions }, 409);
}

function actionOf(sent: string | undefined): 'submit' | 'otp' | 'cancel' {
	return sent === 'cancel' || sent === 'otp' ? sent : 'submit';
}

/** A field sent twice arrives as a list, which no field of ours is: it counts as left out. */
function textFields(body: unknown): Record<string, string> {
	if (typeof body !== 'object' || body === null) return {};
	const entries = Object.entries(body).filter(([, value]) => typeof value === 'string');
	return Object.fromEntries(entries) as Record<string, string>;
}
