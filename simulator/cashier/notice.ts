/** What a page says of the form that led to it. */
import type { ApiError } from '../errors/api-error.ts';
import type { NoticeName } from './links.ts';

/** Null where the page itself tells enough. `isDone`: what the form asked for is so already. */
export function noticeOf({ code }: ApiError, isDone: boolean): NoticeName | null {
	if (code === 'form_used' || isDone) return 'used';
	return code === 'not_allowed_in_state' ? 'tooLate' : null;
}
