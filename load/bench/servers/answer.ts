/**
 * What the reference servers answer: as much as the sandbox says for Colombia. The ids of transaction and session are
 * made for each payment, those of options and banks stay: the least that a server could do.
 */
import type { HybridPaymentResponse } from '../../../simulator/contract/hybrid-payment.ts';
import type { PaymentOptionsResponse } from '../../../simulator/contract/payment-options.ts';
import type {
	PaymentSuboptionsResponse,
	Suboption,
} from '../../../simulator/contract/payment-suboptions.ts';
import { cashierPath } from '../../../simulator/contract/routes.ts';
import { testBanks } from '../../../simulator/contract/test-values.ts';

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

const banks = [
	'Bancolombia',
	'Davivienda',
	'Banco de Bogotá',
	'BBVA Colombia',
	'Banco de Occidente',
	'Banco Popular',
	'AV Villas',
	'Banco Caja Social',
	'Scotiabank Colpatria',
	'Banco Agrario',
	'Banco Falabella',
	'Banco Pichincha',
	'GNB Sudameris',
	'Nequi',
	'Daviplata',
].map((name, index) => ({ key: String(index + 1).padStart(2, '0'), name }));
const lastBanks = testBanks.map(({ key, name }) => ({ key: `sim-${key}`, name }));

const options = [...banks, ...lastBanks].map(
	({ key, name }): Suboption => ({
		id: `co-pse-${key}`,
		name,
		logo: null,
		uuid: 'a4d2b6c8-1e3f-4a5b-9c7d-8e0f1a2b3c4d',
		formInputs: [],
	}),
);

export const optionsAnswer = (
	transactionId: string,
	sessionId: string,
): PaymentOptionsResponse => ({ transactionId, sessionId, paymentOptions });

export const suboptionsAnswer = (
	transactionId: string,
	sessionId: string,
	paymentOptionId: string,
): PaymentSuboptionsResponse => ({
	statusCode: '085',
	resultType: 'option_choice',
	result: { paymentOptionId, transactionId, sessionId, options },
});

export const redirectAnswer = (
	host: string | undefined,
	transactionId: string,
	sessionId: string,
): HybridPaymentResponse => ({
	statusCode: '300',
	resultType: 'redirect',
	result: {
		redirectUrl: `http://${host}${cashierPath}?sessionId=${sessionId}`,
		transactionId,
	},
});
