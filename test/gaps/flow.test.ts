import type { flowGaps } from '../../simulator/contract/gaps/flow.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { choose, list, options } from '../support/calls.ts';
import { listBanks, reachCashier, send, startPayment } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';
import { idToggles } from './flow-id-toggles.ts';

/** Minutes from the last call to the end of the payment. */
async function minutesLeft(sandbox: Sandbox, sessionId: string): Promise<number> {
	const { timeline } = await sandbox.payment(sessionId);
	const [last, expired] = timeline.slice(-2);
	return (Date.parse(expired?.at ?? '') - Date.parse(last?.at ?? '')) / 60_000;
}

const key = { 'Idempotency-Key': 'a' };
const withKeys = { idempotency: { header: 'Idempotency-Key' } };
/** A unique reference for each probe. */
let probes = 0;
const freshReference = () => {
	probes += 1;
	return { paymentReference: `order-${probes}` };
};

const toggles: Toggles<typeof flowGaps> = {
	'D-09': {
		'processing.timeout': {
			value: '2m',
			async probe(sandbox) {
				const { page, sessionId } = await reachCashier(sandbox.url, 'card');
				await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
				await sandbox.advance('2m');
				const { headers } = await send('GET', page);
				return { seen: (await sandbox.payment(sessionId)).state, headers };
			},
			assumed: 'processing',
			configured: 'expired',
		},
	},
	'D-21': {
		'session.ttl': {
			value: '10m',
			async probe(sandbox) {
				const { body, headers } = await options(sandbox);
				return { seen: await minutesLeft(sandbox, body.sessionId), headers };
			},
			assumed: 30,
			configured: 10,
		},
		methods: {
			value: { Card: { window: '20m' } },
			async probe(sandbox) {
				const { sessionId, cardId } = await startPayment(sandbox.url);
				const { headers } = await choose(sandbox, { sessionId, paymentOptionId: cardId });
				return { seen: await minutesLeft(sandbox, sessionId), headers };
			},
			assumed: 30,
			configured: 20,
		},
	},
	...idToggles,
	'D-30': {
		'suboptions.forPlain': {
			value: 'emptyList',
			async probe(sandbox) {
				const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
				const { body, headers } = await list(sandbox, { sessionId, paymentOptionId });
				return { seen: body.result?.options ?? body.code, headers };
			},
			assumed: 'option_has_no_suboptions',
			configured: [],
		},
	},
	'D-31': {
		'hybrid.extraOptionId': {
			value: 'ignore',
			async probe(sandbox) {
				const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
				const body = { sessionId, paymentOptionId, optionId: 'co-pse-01' };
				const { status, headers } = await choose(sandbox, body);
				return { seen: [status, headers.get('x-sandbox-warnings')], headers };
			},
			assumed: [400, null],
			configured: [200, 'suboption_ignored'],
		},
	},
	'D-32': {
		'hybrid.requireListing': {
			value: true,
			async probe(sandbox) {
				const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
				const body = { sessionId, paymentOptionId, optionId: 'co-pse-01' };
				const { status, headers } = await choose(sandbox, body);
				return { seen: status, headers };
			},
			assumed: 200,
			configured: 409,
		},
	},
	'D-33': {
		'hybrid.repeat': {
			value: 'same',
			async probe(sandbox) {
				const { sessionId, cardId, bankId } = await reachCashier(sandbox.url, 'card');
				const same = await choose(sandbox, { sessionId, paymentOptionId: cardId });
				const other = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
				const { status, headers } = await choose(sandbox, other);
				return { seen: [same.status, status], headers };
			},
			assumed: [200, 200],
			configured: [200, 409],
		},
	},
	'D-34': {
		'reference.duplicate': {
			value: 'reject',
			async probe(sandbox) {
				const reference = freshReference();
				const first = await options(sandbox, reference);
				const { status, headers } = await options(sandbox, reference);
				return { seen: [first.status, status], headers };
			},
			assumed: [200, 200],
			configured: [200, 409],
		},
	},
	'D-35': {
		'idempotency.header': {
			value: 'Idempotency-Key',
			async probe(sandbox) {
				const first = await options(sandbox, {}, key);
				const { body, headers } = await options(sandbox, {}, key);
				return { seen: body.sessionId === first.body.sessionId, headers };
			},
			assumed: false,
			configured: true,
		},
		'idempotency.ttl': {
			value: '30m',
			given: withKeys,
			async probe(sandbox) {
				const named = { 'Idempotency-Key': freshReference().paymentReference };
				const first = await options(sandbox, {}, named);
				await sandbox.advance('30m');
				const { body, headers } = await options(sandbox, {}, named);
				return { seen: body.sessionId === first.body.sessionId, headers };
			},
			assumed: true,
			configured: false,
		},
		'idempotency.conflict': {
			value: 422,
			given: withKeys,
			async probe(sandbox) {
				await options(sandbox, {}, key);
				const { status, body, headers } = await options(sandbox, { amount: 5 }, key);
				return { seen: [status, body.status, body.code], headers };
			},
			assumed: [409, 409, 'idempotency_conflict'],
			configured: [422, 422, 'idempotency_conflict'],
		},
	},
	'D-45': {},
	'D-47': {
		methods: {
			value: { PSE: { refuseBanks: ['co-pse-01'] } },
			async probe(sandbox) {
				const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
				const [bank] = await listBanks(sandbox.url, sessionId, paymentOptionId);
				const answer = await choose(sandbox, { sessionId, paymentOptionId, optionId: bank?.id });
				return { seen: answer.status, headers: answer.headers };
			},
			assumed: 200,
			configured: 409,
		},
	},
};

proveToggles(toggles);
