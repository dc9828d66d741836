/** The outcome keywords, and the values that steer a payment. This file imports nothing, so that k6 can load it. */

/** The outcome keywords. Requests may contain them in any letter case. */
export const outcomes = [
	'APPROVE',
	'DECLINE',
	'FUNDS',
	'EXPCARD',
	'BADCVV',
	'FRAUD',
	'HOLD',
	'SLOW',
	'EXPIRE',
	'CANCEL',
	'LATE',
	'CHALLENGE',
	'ERROR',
] as const;

export type Outcome = (typeof outcomes)[number];

/** The highest value of `cashier.maxAttempts`, and so the most outcomes in a list. */
export const highestMaxAttempts = 100;

/** What happens after the submit, for each outcome. */
export const outcomeEffects: Readonly<Record<Outcome, string>> = {
	APPROVE: 'Processing, then confirmed.',
	DECLINE: 'Processing, then declined.',
	FUNDS: 'Processing, then declined for insufficient funds.',
	EXPCARD: 'Processing, then declined because the card has expired.',
	BADCVV: 'Processing, then declined for a wrong CVV.',
	FRAUD: 'Processing, then declined for suspected fraud, without a retry.',
	HOLD: 'Processing without end, until a control API call changes it.',
	SLOW: 'Confirmed after ten times the processing delay.',
	EXPIRE: 'Expired at once.',
	CANCEL: 'Cancelled at once.',
	LATE: "Expired at the end of the shopper's window, and confirmed a day later.",
	CHALLENGE: 'The cashier asks for a code; after the right code: APPROVE.',
	ERROR: 'Processing, then declined for a processing error.',
};

export interface TestCard {
	number: string;
	brand: 'Visa' | 'Mastercard' | 'American Express' | 'Discover' | 'Diners Club' | 'JCB';
	/** The outcome of this card. A card that approves is neutral: weaker triggers then decide. */
	outcome: Outcome;
	/** The outcome after the right code of a challenge. Default: APPROVE. */
	afterChallenge?: Outcome;
}

/** The only card numbers that the cashier accepts: well-known test numbers. */
export const testCards: readonly TestCard[] = [
	{ number: '4242424242424242', brand: 'Visa', outcome: 'APPROVE' },
	{ number: '5555555555554444', brand: 'Mastercard', outcome: 'APPROVE' },
	{ number: '2223003122003222', brand: 'Mastercard', outcome: 'APPROVE' },
	{ number: '378282246310005', brand: 'American Express', outcome: 'APPROVE' },
	{ number: '6011111111111117', brand: 'Discover', outcome: 'APPROVE' },
	{ number: '3056930009020004', brand: 'Diners Club', outcome: 'APPROVE' },
	{ number: '3566002020360505', brand: 'JCB', outcome: 'APPROVE' },
	{ number: '4000000000000002', brand: 'Visa', outcome: 'DECLINE' },
	{ number: '4000000000009995', brand: 'Visa', outcome: 'FUNDS' },
	{ number: '4000000000000069', brand: 'Visa', outcome: 'EXPCARD' },
	{ number: '4000000000000127', brand: 'Visa', outcome: 'BADCVV' },
	{ number: '4100000000000019', brand: 'Visa', outcome: 'FRAUD' },
	{ number: '4000000000000119', brand: 'Visa', outcome: 'ERROR' },
	{ number: '4000000000003220', brand: 'Visa', outcome: 'CHALLENGE' },
	{
		number: '4000008400001629',
		brand: 'Visa',
		outcome: 'CHALLENGE',
		afterChallenge: 'DECLINE',
	},
	{ number: '4000000000000101', brand: 'Visa', outcome: 'SLOW' },
	{ number: '4000000000000259', brand: 'Visa', outcome: 'HOLD' },
];

/** The numbers of common test cards by their outcome, for scenarios. */
export const cards = {
	approve: '4242424242424242',
	decline: '4000000000000002',
	funds: '4000000000009995',
	expired: '4000000000000069',
	badCvv: '4000000000000127',
	fraud: '4100000000000019',
	error: '4000000000000119',
	challenge: '4000000000003220',
	slow: '4000000000000101',
	hold: '4000000000000259',
	challengeThenDecline: '4000008400001629',
} as const;

/** The test banks at the end of every bank list. */
export const testBanks = [
	{ key: 'approves', name: 'SIM Bank (approves)', outcome: 'APPROVE' },
	{ key: 'declines', name: 'SIM Bank (declines)', outcome: 'DECLINE' },
	{ key: 'funds', name: 'SIM Bank (insufficient funds)', outcome: 'FUNDS' },
	{ key: 'fraud', name: 'SIM Bank (suspects fraud)', outcome: 'FRAUD' },
	{ key: 'fails', name: 'SIM Bank (fails)', outcome: 'ERROR' },
	{ key: 'challenges', name: 'SIM Bank (asks for a code)', outcome: 'CHALLENGE' },
	{ key: 'slow', name: 'SIM Bank (slow)', outcome: 'SLOW' },
	{ key: 'holds', name: 'SIM Bank (stays processing)', outcome: 'HOLD' },
	{ key: 'expires', name: 'SIM Bank (expires)', outcome: 'EXPIRE' },
	{ key: 'cancels', name: 'SIM Bank (cancels)', outcome: 'CANCEL' },
	{ key: 'late', name: 'SIM Bank (confirms late)', outcome: 'LATE' },
] as const satisfies readonly { key: string; name: string; outcome: Outcome }[];

/** The code that a payment app would show. Any six digits are valid. */
export const paymentAppCode = '123456';

/** The codes for the challenge page. Any other code is wrong, and the third wrong code declines the attempt. */
export const challengeCodes = { passes: '1234', fails: '0000' } as const;
