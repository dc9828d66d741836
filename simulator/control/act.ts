/** `POST /_sandbox/payments/{id}/act`: the shopper without a browser, the network's hand, and steering. */

import type { Decision } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import { codeEvent } from '../actions/submit.ts';
import { listTrigger } from '../catalog/outcome-triggers.ts';
import type { Act } from '../contract/control.ts';
import { actions, actSchema } from '../contract/control.ts';
import { at } from '../contract/json.ts';
import { warningsIn } from '../contract/warnings.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import type { Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { inOwnWords, submitAct } from './act-submit.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

/** A complete body of each action that takes more than its name. */
const examples: Partial<Record<string, object>> = {
	submit: {
		card: '4242424242424242',
		holder: 'Ana Torres',
		expiryMonth: '12',
		expiryYear: '2030',
		cvv: '123',
	},
	otp: { otp: '1234' },
	decline: { reason: 'insufficient_funds' },
	steer: { outcome: 'DECLINE,APPROVE', return: 'after-final' },
};

function exampleFor(body: unknown): object {
	const action = at(body, ['action']);
	if (typeof action !== 'string' || !isAction(action))
		return { action: 'submit', ...examples.submit };
	return { action, ...examples[action] };
}

const isAction = (text: string) => actions.some((action) => action === text);

export function act(deps: ControlDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const sent = validateBody(actSchema, call.body, exampleFor(call.body));
		if (!sent.ok) return sent.refusal;
		const id = call.params.id ?? '';
		const found = await deps.store.read(call.workspace, id);
		if (!found) return { code: 'session_not_found', id };
		const { sessionId } = found.payment;
		const request = { workspace: call.workspace, sessionId, callName: `act ${sent.data.action}` };
		const done = await perform(deps, request, (payment, context, world) =>
			eventOf(sent.data, payment, context, world),
		);
		if (!done) return { code: 'session_not_found', id };
		if (done.refusal) return { answer: inOwnWords(done.refusal), ...done.call };
		const view = viewPayment(done.payment, done.world, deps.wallNow());
		return json(view, {
			assumptions: [],
			warnings: warningsIn(done.notices),
			cause: view.fate?.cause ?? null,
		});
	};
}

function eventOf(
	asked: Act,
	payment: Payment,
	context: DecisionContext,
	world: WorkspaceRecord,
): Decision {
	switch (asked.action) {
		case 'submit':
			return submitAct(asked, payment, context, world);
		case 'otp':
			return codeEvent(payment, context, asked.otp);
		case 'decline':
			return { type: 'decline', reason: asked.reason ?? 'generic_decline' };
		case 'steer': {
			const { outcome, return: returnOrder = null } = asked;
			const list = { source: 'steer', param: 'outcome' };
			const trigger = outcome === undefined ? null : listTrigger(outcome, list);
			if (trigger && 'code' in trigger) return trigger;
			return { type: 'steer', trigger, returnOrder };
		}
		default:
			return { type: asked.action };
	}
}
