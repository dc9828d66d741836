/** `POST /v2/payment-options`: creates the transaction and its session, and returns what can be paid with. */
import { paymentOptionIdOf } from '../actions/ids.ts';
import type { OfferWarning } from '../catalog/catalog.ts';
import { offerFor, optionByCode } from '../catalog/catalog.ts';
import { readOutcomes } from '../catalog/signals.ts';
import { toMs } from '../contract/duration.ts';
import { paymentOptionsExample } from '../contract/examples.ts';
import type {
	PaymentOption,
	PaymentOptionsRequest,
	PaymentOptionsResponse,
} from '../contract/payment-options.ts';
import { paymentOptionsRequestSchema } from '../contract/payment-options.ts';
import { headerNames } from '../contract/routes.ts';
import { outcomes } from '../contract/test-values.ts';
import { createPayment } from '../domain/create.ts';
import type { Payment, Signal } from '../domain/payment.ts';
import { withCall } from '../domain/payment.ts';
import { derivedUuid } from '../runtime/chance.ts';
import type { Arrival } from '../state/store.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import type { Refusal } from '../wire/refusal.ts';
import { chanceIn, nowIn } from '../workspaces/world.ts';
import { fieldWarnings } from './accepted-fields.ts';
import type { ServiceDeps } from './deps.ts';
import { everySuccess } from './deps.ts';

const assumptions: readonly string[] = [...everySuccess, 'D-21', 'D-28', 'D-43'];
const offerAssumptions: Record<OfferWarning, string> = {
	unknown_country: 'D-26',
	currency_mismatch: 'D-26',
};

export function paymentOptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Reply | Refusal> => {
		const sent = checkBody(paymentOptionsRequestSchema, call.body, paymentOptionsExample);
		if (!sent.ok) return sent.refusal;
		const header = readHeader(call.header(headerNames.outcome));
		if (header === 'unknown') {
			return { code: 'unknown_outcome', param: headerNames.outcome, known: outcomes };
		}
		const request = sent.data;
		const offer = offerFor(request.country, request.currency);
		const created = await deps.store.create(call.workspace, referenceOf(request), (arrival) =>
			build(deps, arrival, request, offer.optionCodes, header),
		);
		if (!created) {
			const { settings } = await deps.store.world(call.workspace);
			return { code: 'sandbox_full', maxPayments: settings.inForce.limits.maxPayments };
		}
		const { payment, world } = created;
		const warnings: string[] = fieldWarnings(call.body);
		const rested = [...assumptions];
		if (warnings.length > 0) rested.push('D-01');
		if (offer.warning) {
			warnings.push(offer.warning);
			rested.push(offerAssumptions[offer.warning]);
		}
		const reply = json(present(payment), { assumptions: rested, warnings });
		return { ...reply, chance: chanceIn(world, `${payment.key} payment-options`) };
	};
}

function readHeader(value: string | undefined): Signal | null | 'unknown' {
	if (value === undefined) return null;
	const asked = readOutcomes(value);
	return asked
		? { outcomes: asked, cause: `header ${headerNames.outcome} = ${asked.join(',')}` }
		: 'unknown';
}

/** An empty reference names nothing: its key would be the ordinal of another payment. */
function referenceOf({ paymentReference }: PaymentOptionsRequest): string | null {
	return paymentReference || null;
}

function build(
	{ newId, wallNow }: ServiceDeps,
	{ world, ordinal, sameReference }: Arrival,
	request: PaymentOptionsRequest,
	optionCodes: readonly string[],
	headerSignal: Signal | null,
): Payment {
	const reference = referenceOf(request);
	// Without a reference only the order of arrival names a payment.
	const key = reference === null ? `#${ordinal + 1}` : `${reference}#${sameReference + 1}`;
	const { ids, session } = world.settings.inForce;
	const idFor = (kind: string) =>
		ids.source === 'seeded' ? derivedUuid(`${world.seed} ${world.name} ${key} ${kind}`) : newId();
	const createdAt = nowIn(world, wallNow());
	const payment = createPayment(
		{
			workspace: world.name,
			key,
			transactionId: idFor('transaction'),
			sessionId: idFor('session'),
			paymentReference: reference,
			country: request.country,
			currency: request.currency,
			amount: request.amount,
			redirectUrl: request.redirectUrl,
			language: request.language ?? null,
			customerName: request.customer.name ?? null,
			userDevice: request.customer.userDevice ?? null,
			createdAt,
			optionCodes,
			headerSignal,
		},
		toMs(session.ttl),
	);
	return withCall(payment, { at: createdAt, call: 'payment-options', result: 'ok' });
}

function present({ transactionId, sessionId, optionCodes }: Payment): PaymentOptionsResponse {
	const paymentOptions = optionCodes.map((code): PaymentOption => {
		const { name, extraData } = optionByCode(code);
		const fields = extraData as PaymentOption['extraData'];
		return {
			paymentOptionId: paymentOptionIdOf(sessionId, code),
			name,
			logo: null,
			extraData: fields,
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
