/**
 * Loaded into a measured sandbox before its command, and not part of the product: reports memory after a forced
 * collection, and ends with the bench. Plain JavaScript, because a loader would take memory of its own.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

process.on('message', async () => {
	// The server needs a moment to close the connections of a client that has just ended.
	await sleep(200);
	// The second collection frees what finalizers of the first released.
	globalThis.gc();
	globalThis.gc();
	const { heapUsed, external, rss } = process.memoryUsage();
	process.send({
		heapBytes: heapUsed + external,
		residentBytes: rss,
		descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 1,
	});
});
process.on('disconnect', () => process.exit());
process.channel.unref();
