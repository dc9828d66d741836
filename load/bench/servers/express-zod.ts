/**
 * A server for comparison: Express with its JSON reader, the contract's schema and `response.json`. Usage:
 * `express-zod.ts RESPONSES`.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { paymentOptionsRequestSchema } from '../../../simulator/contract/payment-options.ts';
import { servicePaths } from '../../../simulator/contract/routes.ts';

const [{ paymentOptions }] = JSON.parse(process.argv[2] ?? '');
const payments = new Map<string, unknown>();
const app = express();
app.use(express.json());
app.post(servicePaths.paymentOptions, (request, response) => {
	const [transactionId, sessionId] = [randomUUID(), randomUUID()];
	payments.set(sessionId, paymentOptionsRequestSchema.parse(request.body));
	response.json({ transactionId, sessionId, paymentOptions });
});
const server = app.listen(0, '127.0.0.1', () => {
	console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
