import { expect, test } from 'vitest';
import { monotonicMs } from '../runtime/time.ts';
import { createEventBuffer } from './event-buffer.ts';

test('many readers get an event in several turns of the event loop, and all events of one turn at once', async () => {
	const buffer = createEventBuffer(1);
	const pieces: string[] = [];
	let isSlow = false;
	let turns = 0;
	const turnsOfPieces = new Set<number>();
	const read = async (reader: ReturnType<typeof buffer.open>) => {
		for await (const piece of reader.pieces) {
			pieces.push(piece);
			turnsOfPieces.add(turns);
			// As long as a write to a socket takes at worst.
			const endMs = monotonicMs() + (isSlow ? 2 : 0);
			while (monotonicMs() < endMs);
		}
	};
	const readers = Array.from({ length: 30 }, () => read(buffer.open(undefined)));
	await expect.poll(() => pieces.length).toBe(30);
	pieces.length = 0;
	turnsOfPieces.clear();
	isSlow = true;
	const count = () => {
		turns += 1;
		if (isSlow) setImmediate(count);
	};
	setImmediate(count);
	buffer.send('gap', { after: '1' });
	buffer.send('gap', { after: '2' });
	await expect.poll(() => pieces.length).toBe(30);
	isSlow = false;
	for (const piece of pieces) expect(piece.match(/^event: gap$/gm)).toHaveLength(2);
	expect(turnsOfPieces.size).toBeGreaterThan(5);
	buffer.close();
	await Promise.all(readers);
});
