/** Connections that end without a byte of a response. Each comes after the request body is read: otherwise Node sends RST instead of FIN (measured). */
import type { Reply } from '../wire/call.ts';
import { noNotes, waitsOf } from '../wire/call.ts';

type Transmit = NonNullable<Reply['transmit']>;

/** A reply of which the client sees nothing; the journal keeps status 0 and no response. */
export function unseen(reply: Reply | null, transmit: Transmit): Reply {
	const notes = reply?.notes ?? noNotes;
	return { status: 0, contentType: 'text/plain', text: '', notes, ...waitsOf(reply), transmit };
}

/** FIN. */
export const endConnection: Transmit = ({ socket }) => {
	socket?.destroySoon();
};

/** RST. */
export const resetConnection: Transmit = ({ socket }) => {
	socket?.resetAndDestroy();
};
