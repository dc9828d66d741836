/** A small pay-in service without a control API, whose ids a test plants. It makes a right one where the test plants none. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hybridPaymentRequestSchema } from '../../simulator/contract/hybrid-payment.ts';
import { cashierPath, servicePaths } from '../../simulator/contract/routes.ts';
import { atEnd } from './shared.ts';

interface Ids {
	transactionId: string;
	sessionId: string;
}

export interface PlantedService {
	/** The ids of a payment. `repeated` are those of an earlier call with the same idempotency key. */
	ids?(own: Ids, repeated: Ids | undefined): Ids;
	/** The query of the cashier's address. */
	query?(sessionId: string): string;
}

/** Starts the service, and returns its address. */
export async function startPlantedService({
	ids = (own, repeated) => repeated ?? own,
	query = (sessionId) => `sessionId=${sessionId}`,
}: PlantedService = {}): Promise<string> {
	const transactions = new Map<string, string>();
	const byKey = new Map<string, Ids>();
	const cardNumber = {
		label: 'Card Number',
		name: 'cardnum',
		type: 'string',
		values: [],
		required: true,
	};
	const options = [
		{ paymentOptionId: randomUUID(), name: 'PSE', logo: null, extraData: [] },
		{ paymentOptionId: randomUUID(), name: 'Card', logo: null, extraData: [cardNumber] },
	];
	const bank = { id: 'b-1', name: 'Bancolombia', logo: null, uuid: randomUUID(), formInputs: [] };

	function createPayment(key: string) {
		const own = { transactionId: randomUUID(), sessionId: randomUUID() };
		const payment = ids(own, byKey.get(key));
		if (key !== '' && !byKey.has(key)) byKey.set(key, payment);
		transactions.set(payment.sessionId, payment.transactionId);
		return { ...payment, paymentOptions: options };
	}

	function answer(path: string, text: string, key: string) {
		if (path === servicePaths.paymentOptions) return createPayment(key);
		const { sessionId, paymentOptionId } = hybridPaymentRequestSchema.parse(JSON.parse(text));
		const transactionId = transactions.get(sessionId);
		if (path === servicePaths.paymentSuboptions) {
			const result = { paymentOptionId, transactionId, sessionId, options: [bank] };
			return { statusCode: '085', resultType: 'option_choice', result };
		}
		const redirectUrl = `${url}${cashierPath}?${query(sessionId)}`;
		return { statusCode: '300', resultType: 'redirect', result: { redirectUrl, transactionId } };
	}

	const calls = new Set<string>(Object.values(servicePaths));
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (part) => {
			text += part;
		});
		request.on('end', () => {
			const { url: path = '', headers } = request;
			if (!calls.has(path)) return void response.writeHead(404).end();
			const key = String(headers['idempotency-key'] ?? '');
			response
				.writeHead(200, { 'Content-Type': 'application/json' })
				.end(JSON.stringify(answer(path, text, key)));
		});
	}).listen(0, '127.0.0.1');
	atEnd(() => {
		server.close();
		server.closeAllConnections();
	});
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return url;
}
