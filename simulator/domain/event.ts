/** What can happen to a payment. Time is not among it: planned entries come true by being read. */
import type { ReasonCode } from '../contract/control.ts';
import type { Choice, Signal } from './payment.ts';

export type PaymentEvent =
	| { type: 'list-suboptions' }
	| { type: 'choose'; choice: Omit<Choice, 'windowEndsAt'>; windowMs: number }
	| { type: 'open' }
	| { type: 'submit'; card: { masked: string; signal: Signal | null } | null }
	| { type: 'cancel' }
	| { type: 'return' }
	| { type: 'confirm' }
	| { type: 'decline'; reason: ReasonCode }
	| { type: 'expire' }
	| { type: 'steer'; signal: Signal };
