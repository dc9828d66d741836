/**
 * The reference: the three calls on bare `node:http` with a Map, without validation, rules or journal.
 * `bare.ts RESPONSES DELAY_MS HYBRID_PAYMENT_DELAY_MS`. The responses are recorded from the sandbox: both send the same length.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentOptionsResponse } from '../../../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../../../simulator/contract/payment-suboptions.ts';
import { cashierPath, servicePaths } from '../../../simulator/contract/routes.ts';

/** The sandbox keeps the same number of payments by default. */
const maxPayments = 250_000;
/** A ring of the kept ids: V8 searches for the first key of a Map behind all that were deleted. */
const keptIds: string[] = [];
let created = 0;

const [, , recorded = '', delayMs, hybridPaymentDelayMs] = process.argv;
const [first, second] = JSON.parse(recorded) as [PaymentOptionsResponse, PaymentSuboptionsResponse];
const { paymentOptions } = first;
const { options } = second.result;
const payments = new Map<string, { transactionId: string; request: unknown; choice: unknown }>();

function responseTo({ url, headers }: IncomingMessage, request: unknown): unknown {
	if (url === servicePaths.paymentOptions) {
		const transactionId = randomUUID();
		const sessionId = randomUUID();
		payments.set(sessionId, { transactionId, request, choice: null });
		const place = created % maxPayments;
		payments.delete(keptIds[place] ?? '');
		keptIds[place] = sessionId;
		created += 1;
		return { transactionId, sessionId, paymentOptions };
	}
	const { sessionId, paymentOptionId, optionId } = request as Record<string, string>;
	const payment = payments.get(sessionId ?? '');
	if (!payment) return null;
	const { transactionId } = payment;
	if (url === servicePaths.paymentSuboptions) {
		const result = { paymentOptionId, transactionId, sessionId, options };
		return { statusCode: '085', resultType: 'option_choice', result };
	}
	payment.choice = { paymentOptionId, optionId };
	const redirectUrl = `http://${headers.host}${cashierPath}?sessionId=${sessionId}`;
	return { statusCode: '300', resultType: 'redirect', result: { redirectUrl, transactionId } };
}

/** Waits at least `ms`. A timer of Node may fire up to a millisecond too early; the sandbox never responds early. */
function wait(ms: number, then: () => void): void {
	const endMs = performance.now() + ms;
	if (ms <= 0) then();
	else setTimeout(() => wait(endMs - performance.now(), then), Math.max(1, ms));
}

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const body = responseTo(request, JSON.parse(Buffer.concat(chunks).toString('utf8')));
		const text = JSON.stringify(body);
		const isHybridPayment = request.url === servicePaths.hybridPayment;
		wait(Number(isHybridPayment ? hybridPaymentDelayMs : delayMs), () => {
			response.writeHead(body === null ? 404 : 200, {
				'Content-Type': 'application/json; charset=utf-8',
				'Content-Length': Buffer.byteLength(text),
			});
			response.end(text);
		});
	});
});
server.listen(0, '127.0.0.1', () => {
	console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
