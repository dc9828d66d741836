/**
 * Ends connections without a byte of a response. This happens after the request body was read: otherwise Node sends RST
 * instead of FIN (measured).
 */
import type { Reply } from '../wire/call.ts';
import { noNotes, waitsOf } from '../wire/call.ts';

type Transmit = NonNullable<Reply['transmit']>;

/** A reply that the client never sees. The journal stores status 0 and no response. */
export function createUnseenReply(reply: Reply | null, transmit: Transmit): Reply {
	const notes = reply?.notes ?? noNotes;
	return { status: 0, contentType: 'text/plain', text: '', notes, ...waitsOf(reply), transmit };
}

/** Closes the connection (FIN). */
export const endConnection: Transmit = ({ socket }) => {
	socket?.destroySoon();
};

/** Resets the connection (RST). */
export const resetConnection: Transmit = ({ socket }) => {
	socket?.resetAndDestroy();
};
