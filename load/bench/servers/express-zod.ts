/** Where a plain build lands: Express, its JSON reader, the contract's own schema, `response.json`. */
import { randomUUID } from 'node:crypto';
import express from 'express';
import { paymentOptionsRequestSchema } from '../../../simulator/contract/payment-options.ts';
import { servicePaths } from '../../../simulator/contract/routes.ts';
import { optionsAnswer } from './answer.ts';
import { createMemory } from './memory.ts';
import { sayAddress } from './serve.ts';

const memory = createMemory<unknown>();
const app = express();
app.use(express.json());
app.post(servicePaths.paymentOptions, (request, response) => {
	const body = paymentOptionsRequestSchema.parse(request.body);
	const transactionId = randomUUID();
	const sessionId = randomUUID();
	memory.keep(sessionId, body);
	response.json(optionsAnswer(transactionId, sessionId));
});

const server = app.listen(0, '127.0.0.1', () => sayAddress(server));
