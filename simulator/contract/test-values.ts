/** Outcome keywords and the values that steer a payment. This file imports nothing, so that k6 can load it. */

/** What a payment can be told to meet, written in any case by the person who steers. */
export const outcomes = ['APPROVE', 'DECLINE', 'HOLD'] as const;

export type Outcome = (typeof outcomes)[number];

export interface TestCard {
	number: string;
	brand: 'Visa' | 'Mastercard' | 'American Express' | 'Discover' | 'Diners Club' | 'JCB';
	/** An approving card is neutral: it steers nothing and leaves the word to weaker carriers. */
	outcome: Outcome;
}

/** The only card numbers the cashier takes: well known test numbers, nobody's card. */
export const testCards: readonly TestCard[] = [
	{ number: '4242424242424242', brand: 'Visa', outcome: 'APPROVE' },
	{ number: '5555555555554444', brand: 'Mastercard', outcome: 'APPROVE' },
	{ number: '2223003122003222', brand: 'Mastercard', outcome: 'APPROVE' },
	{ number: '378282246310005', brand: 'American Express', outcome: 'APPROVE' },
	{ number: '6011111111111117', brand: 'Discover', outcome: 'APPROVE' },
	{ number: '3056930009020004', brand: 'Diners Club', outcome: 'APPROVE' },
	{ number: '3566002020360505', brand: 'JCB', outcome: 'APPROVE' },
	{ number: '4000000000000002', brand: 'Visa', outcome: 'DECLINE' },
	{ number: '4000000000000259', brand: 'Visa', outcome: 'HOLD' },
];

/** The test numbers by what they do, for scenarios and for people in a hurry. */
export const cards = {
	approve: '4242424242424242',
	decline: '4000000000000002',
	hold: '4000000000000259',
} as const;

/** Banks that stand at the end of every bank list, under names nobody can mistake. */
export const testBanks = [
	{ key: 'approves', name: 'SIM Bank (approves)', outcome: 'APPROVE' },
	{ key: 'declines', name: 'SIM Bank (declines)', outcome: 'DECLINE' },
	{ key: 'holds', name: 'SIM Bank (stays processing)', outcome: 'HOLD' },
] as const satisfies readonly { key: string; name: string; outcome: Outcome }[];
