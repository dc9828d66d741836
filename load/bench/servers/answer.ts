/** What the reference servers answer: as much as the sandbox says for Colombia, with two ids made for each call. */
import type { PaymentOptionsResponse } from '../../../simulator/contract/payment-options.ts';

const field = (label: string, name: string) => {
	return { label, name, type: 'string', values: [], required: true };
};

const paymentOptions: PaymentOptionsResponse['paymentOptions'] = [
	{
		paymentOptionId: 'c495cfbb-8a48-450b-8fc2-4db4bdde3e1d',
		name: 'PSE',
		logo: null,
		extraData: [],
	},
	{
		paymentOptionId: '71129054-7ad8-4bbe-a9c7-fc06e2719710',
		name: 'Card',
		logo: null,
		extraData: [
			field('Card Number', 'cardnum'),
			field('Owner', 'cardholder'),
			field('Expiration Year', 'expiryyear'),
			field('Expiration Month', 'expirymonth'),
			field('CVV', 'cardcvv'),
		],
	},
	{
		paymentOptionId: '2f9a1c52-4b0e-4c0b-9d0c-6a4f3f1c7e85',
		name: 'Nequi',
		logo: null,
		extraData: [],
	},
	{
		paymentOptionId: '8b7d6e14-91a3-4f6d-8a52-0c5e9b2d7f36',
		name: 'Efecty',
		logo: null,
		extraData: [],
	},
];

export const answerFor = (transactionId: string, sessionId: string): PaymentOptionsResponse => {
	return { transactionId, sessionId, paymentOptions };
};
