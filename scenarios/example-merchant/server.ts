/** The HTTP endpoints of the example shop. */
import type { ErrorRequestHandler, Response } from 'express';
import express from 'express';
import { z } from 'zod';
import type { Bugs } from './bugs.ts';
import { createCheckout, NotOfferedError } from './checkout.ts';
import type { OrderStatus, OrderStore } from './orders.ts';
import { settledStates } from './orders.ts';
import type { PayinClient } from './payin-client.ts';
import { PayinError } from './payin-client.ts';

const text = z.string().min(1);
const orderSchema = z.object({
	id: text,
	amount: z.number().positive(),
	currency: text,
	country: text,
	email: text.nullable().default(null),
	name: text.nullable().default(null),
});
const choiceSchema = z.object({ option: text, bank: text.nullable().default(null) });
const settlementSchema = z.object({ transactionId: text, state: z.enum(settledStates) });

export interface ShopOptions {
	orders: OrderStore;
	payin: PayinClient;
	bugs: Bugs;
	/** Returns the shop's own address, as the shopper's browser reaches it. */
	shopUrl(): string;
}

export function createShop({ orders, payin, bugs, shopUrl }: ShopOptions) {
	const checkout = createCheckout({
		orders,
		payin,
		bugs,
		returnUrl: (id) => {
			const value = bugs.has('redirect-not-encoded') ? id : encodeURIComponent(id);
			return `${shopUrl()}/return?order=${value}`;
		},
	});
	const app = express().disable('x-powered-by').use(express.json());

	app.get('/health', (_request, response) => {
		response.json({ status: 'ok' });
	});

	app.post('/orders', (request, response) => {
		const order = orderSchema.parse(request.body);
		if (!orders.create(order)) response.status(409).json({ error: 'This order exists already.' });
		else response.status(201).json(orders.view(order.id));
	});

	app.get('/orders/:id', (request, response) => {
		const order = orders.view(request.params.id);
		if (order) response.json(order);
		else response.status(404).json({ error: 'There is no such order.' });
	});

	/** The bug `bank-return-means-paid`: the orders whose return it believes. */
	const believed = new Set<string>();

	app.post('/orders/:id/pay', async (request, response) => {
		const { id } = request.params;
		const choice = choiceSchema.parse(request.body);
		const order = orders.find(id);
		const status = orders.view(id)?.status;
		if (!order) return sendPage(response, 404, 'We do not know this order.');
		if (status === 'paid' || status === 'refund_due') {
			return sendPage(response, 409, 'This order is paid already.');
		}
		if (choice.bank && bugs.has('bank-return-means-paid')) believed.add(id);
		try {
			response.redirect(303, await checkout(order, choice));
		} catch (error) {
			if (error instanceof NotOfferedError)
				return sendPage(response, 409, `${error.message} ${again}`);
			if (!(error instanceof PayinError)) throw error;
			process.stderr.write(`order ${id}: ${error.message}\n`);
			if (error.kind === 'unclear') return sendPage(response, 503, `${noAnswer} ${again}`);
			if (bugs.has('ignores-4xx')) return sendPage(response, 200, 'Thank you for your order!');
			sendPage(response, 502, `${refused} ${again}`);
		}
	});

	/** The page to which the shopper returns. Any visitor can open this address, so it changes no state. */
	app.get('/return', (request, response) => {
		const { order, status } = request.query;
		const id = typeof order === 'string' ? order : '';
		if (!orders.find(id)) return sendPage(response, 404, 'We do not know this order.');
		const isBelieved = bugs.has('trusts-return-query') && status === 'paid';
		if (isBelieved || bugs.has('return-means-paid') || believed.has(id)) orders.believePaid(id);
		if (bugs.has('pays-later-on-return')) setTimeout(() => orders.believePaid(id), 250);
		if (bugs.has('error-page-on-return')) return sendPage(response, 200, brokenShop);
		const { status: current } = orders.view(id) ?? { status: 'new' };
		sendPage(response, 200, `Order ${id}: ${returnTexts[current]}`);
	});

	/** Receives final states from a settlement file or a person: the interface document shows no notification. */
	app.post('/settle', (request, response) => {
		const { transactionId, state } = settlementSchema.parse(request.body);
		const order = orders.settle(transactionId, state);
		if (order) response.json(order);
		else response.status(404).json({ error: 'There is no such transaction.' });
	});

	app.use(onError);
	return app;
}

const brokenShop = 'Something went wrong in our shop. You have not paid.';
const refused = 'The payment service refused this payment.';
const noAnswer = 'The payment service does not answer at the moment.';
const again = 'You have not paid. Please try again, or choose another way to pay.';

const returnTexts: Readonly<Record<OrderStatus, string>> = {
	new: 'it is not paid yet.',
	pending: 'we wait for the bank. You do not need to do anything.',
	paid: 'it is paid. Thank you!',
	failed: 'the payment did not work. Please try again.',
	refund_due: 'it was paid twice. We refund one payment.',
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function sendPage(response: Response, status: number, message: string) {
	const safe = message.replace(/[&<>]/g, (character) => entities[character] ?? '');
	const page = `<!doctype html><meta charset="utf-8"><title>Example shop</title><p>${safe}</p>\n`;
	response.status(status).type('html').send(page);
}

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
	if (error instanceof z.ZodError) {
		response.status(400).json({ error: z.prettifyError(error) });
	} else if (error.status >= 400 && error.status < 500) {
		response.status(error.status).json({ error: error.message });
	} else {
		process.stderr.write(`${error.stack}\n`);
		sendPage(response, 500, brokenShop);
	}
};
