/** The rest of an answer that goes on after its first bytes. */
import type { ServerResponse } from 'node:http';

/**
 * Ends with what it streams, or with its client. A client that reads slowly gets the next piece once it has taken the one
 * before: nothing piles up.
 */
export async function streamTo(
	response: ServerResponse,
	pieces: AsyncIterable<string>,
): Promise<void> {
	try {
		for await (const piece of pieces) {
			if (response.destroyed) break;
			if (!response.write(piece)) await room(response);
		}
	} finally {
		if (!response.destroyed) response.end();
	}
}

/** Resolves, too, when the client has gone. */
function room(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const settle = () => {
			response.off('drain', settle);
			response.off('close', settle);
			resolve();
		};
		response.on('drain', settle);
		response.on('close', settle);
		if (response.destroyed) settle();
	});
}
