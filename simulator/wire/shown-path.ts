/** A path as it may be told and kept. */
import { hideNumbers } from '../domain/card.ts';

/** A session id opens the cashier, and a long number may be a card's: neither has a place in a log. */
export function shownPath(path: string): string {
	const withoutIds = path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}');
	return hideNumbers(withoutIds);
}
