/** What can happen to a payment. Time is not among it: planned entries come true by being read. */
import type { DeclineReason } from '../contract/reasons.ts';
import type { ReturnOrder } from '../contract/return-url.ts';
import type { Choice, OutcomeTrigger } from './payment.ts';

export type PaymentEvent =
	| { type: 'list-suboptions'; optionCode: string }
	| { type: 'choose'; choice: Omit<Choice, 'windowEndsAt'>; windowMs: number }
	| { type: 'open' }
	| {
			type: 'submit';
			/** First six and last four digits; null for anything but a card. */
			card: string | null;
			/** What the shopper typed says: by the card number, else by the holder name. */
			typed: OutcomeTrigger | null;
	  }
	/** What the typed code is worth: the right one, the one that fails at once, or any other. */
	| { type: 'otp'; answer: 'passes' | 'fails' | 'wrong' }
	| { type: 'cancel' }
	| { type: 'return' }
	| { type: 'confirm' }
	| { type: 'decline'; reason: DeclineReason }
	| { type: 'expire' }
	/** Null leaves what the payment was told before. */
	| { type: 'steer'; signal: OutcomeTrigger | null; returnOrder?: ReturnOrder | null };
