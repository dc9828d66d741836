/** One complete request of each call: shown in help texts, and the source of the "fix" in a problem answer. */
import type { HybridPaymentRequest } from './hybrid-payment.ts';
import type { PaymentOptionsRequest } from './payment-options.ts';
import type { PaymentSuboptionsRequest } from './payment-suboptions.ts';

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
