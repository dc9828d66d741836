/** Ids that need not be stored: derived from the session, the same on every repeat (D-28). */
import { derivedUuid } from '../runtime/chance.ts';

export function paymentOptionIdOf(sessionId: string, optionCode: string): string {
	return derivedUuid(`${sessionId} option ${optionCode}`);
}

export function suboptionUuidOf(sessionId: string, suboptionId: string): string {
	return derivedUuid(`${sessionId} suboption ${suboptionId}`);
}
