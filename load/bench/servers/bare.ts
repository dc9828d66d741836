/**
 * The limit everything is measured against: the three calls on bare `node:http` with a Map, without a check or a rule.
 * `bare.ts DELAY_MS CHOICE_DELAY_MS` waits before each answer, and before that to a choice.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { servicePaths } from '../../../simulator/contract/routes.ts';
import { optionsAnswer, redirectAnswer, suboptionsAnswer } from './answer.ts';
import { createMemory } from './memory.ts';
import { sayAddress } from './serve.ts';
import { wait } from './wait.ts';

interface Payment {
	transactionId: string;
	request: unknown;
	chosen: { paymentOptionId: string; optionId: string } | null;
}

interface Choice {
	sessionId: string;
	paymentOptionId: string;
	optionId: string;
}

const delayMs = Number(process.argv[2] ?? 0);
const choiceDelayMs = Number(process.argv[3] ?? delayMs);
const payments = createMemory<Payment>();

function answerTo({ url: path, headers }: IncomingMessage, body: unknown): unknown {
	if (path === servicePaths.paymentOptions) {
		const transactionId = randomUUID();
		const sessionId = randomUUID();
		payments.keep(sessionId, { transactionId, request: body, chosen: null });
		return optionsAnswer(transactionId, sessionId);
	}
	const { sessionId, paymentOptionId, optionId } = body as Choice;
	const payment = payments.find(sessionId);
	if (!payment) return null;
	const { transactionId } = payment;
	if (path === servicePaths.paymentSuboptions) {
		return suboptionsAnswer(transactionId, sessionId, paymentOptionId);
	}
	payment.chosen = { paymentOptionId, optionId };
	return redirectAnswer(headers.host, transactionId, sessionId);
}

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const answer = answerTo(request, JSON.parse(Buffer.concat(chunks).toString('utf8')));
		const text = JSON.stringify(answer);
		const send = () => {
			response.writeHead(answer === null ? 404 : 200, {
				'Content-Type': 'application/json; charset=utf-8',
				'Content-Length': Buffer.byteLength(text),
			});
			response.end(text);
		};
		const waitMs = request.url === servicePaths.hybridPayment ? choiceDelayMs : delayMs;
		if (waitMs > 0) wait(waitMs, send);
		else send();
	});
});

server.listen(0, '127.0.0.1', () => sayAddress(server));
