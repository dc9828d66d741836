/** Expected refusals are data; the wire layer gives each its status and its words. */
import type { PaymentState } from '../contract/control.ts';
import type { PaymentEvent } from './event.ts';

export type LifecycleRefusal =
	| { code: 'session_expired' }
	| { code: 'cancel_not_offered' }
	| { code: 'choice_locked'; state: PaymentState }
	| { code: 'choice_made'; state: PaymentState }
	| { code: 'challenge_too_late'; state: PaymentState }
	| {
			code: 'not_allowed_in_state';
			event: PaymentEvent['type'];
			state: PaymentState;
			/** `repeat-choice` where only the choice already made is accepted. */
			allowed: readonly (PaymentEvent['type'] | 'repeat-choice')[];
	  };
