/**
 * One complete request of each call, from which the `fix` in an error takes its values, and one response for the API
 * reference.
 */
import type { HybridPaymentRequest, HybridPaymentResponse } from './hybrid-payment.ts';
import type { PaymentOptionsRequest, PaymentOptionsResponse } from './payment-options.ts';
import type { PaymentSuboptionsRequest, PaymentSuboptionsResponse } from './payment-suboptions.ts';

export const paymentOptionsExample = {
	country: 'CO',
	currency: 'COP',
	amount: 150000,
	redirectUrl: 'https://shop.example/return',
	language: 'EN',
	customer: {
		name: 'Ana Torres',
		email: 'ana.torres@example.com',
		phone: '+573001234567',
		userDevice: 'MOBILE',
		userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
		ip: '192.0.2.10',
		address: {
			street: 'Calle 72',
			streetNumber: '10-07',
			country: 'CO',
			zipCode: '110221',
			city: 'Bogota',
			state: 'Cundinamarca',
		},
	},
	paymentReference: 'order-1001',
	userId: 'user-1001',
} satisfies PaymentOptionsRequest;

export const paymentSuboptionsExample: PaymentSuboptionsRequest = {
	sessionId: '6f1c2a54-3d0e-4b8e-9a77-2f4d5c6b7a81',
	paymentOptionId: '0b9d7c1e-58a2-4f63-8c3b-9e1f2a3b4c5d',
};

export const hybridPaymentExample: HybridPaymentRequest = {
	...paymentSuboptionsExample,
	optionId: 'co-pse-01',
};

const transactionId = '3f0c9a6e-7b1d-4c52-8e64-5a1b2c3d4e5f';
const { sessionId, paymentOptionId } = paymentSuboptionsExample;

const cardField = (name: string, label: string) => {
	return { label, name, type: 'string', values: [], required: true };
};

export const paymentOptionsResponseExample: PaymentOptionsResponse = {
	transactionId,
	sessionId,
	paymentOptions: [
		{
			paymentOptionId,
			name: 'Card',
			logo: null,
			extraData: [
				cardField('cardnum', 'Card Number'),
				cardField('cardholder', 'Owner'),
				cardField('expiryyear', 'Expiration Year'),
				cardField('expirymonth', 'Expiration Month'),
				cardField('cardcvv', 'CVV'),
			],
		},
	],
};

export const paymentSuboptionsResponseExample: PaymentSuboptionsResponse = {
	statusCode: '085',
	resultType: 'option_choice',
	result: {
		paymentOptionId,
		transactionId,
		sessionId,
		options: [
			{
				id: 'co-pse-01',
				name: 'Bancolombia',
				logo: null,
				uuid: 'a4d2b6c8-1e3f-4a5b-9c7d-8e0f1a2b3c4d',
				formInputs: [],
			},
		],
	},
};

export const hybridPaymentResponseExample: HybridPaymentResponse = {
	statusCode: '300',
	resultType: 'redirect',
	result: { redirectUrl: `http://127.0.0.1:8080/pay?sessionId=${sessionId}`, transactionId },
};
