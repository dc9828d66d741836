/**
 * Loaded into the measured sandbox before its command, and no part of the product: tells over the channel what is in
 * memory after a forced collection. Plain JavaScript, so that no loader takes memory of its own.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Until connections are gone that their client has just closed. */
const partingMs = 200;

/** Where the system tells: Linux. */
function openDescriptors() {
	try {
		return readdirSync('/proc/self/fd').length;
	} catch {
		return null;
	}
}

process.on('message', async () => {
	await wait(partingMs);
	// Once is not always enough: what a finalizer lets go of goes the second time.
	globalThis.gc();
	globalThis.gc();
	const { heapUsed, external, rss } = process.memoryUsage();
	process.send({
		heapBytes: heapUsed + external,
		residentBytes: rss,
		descriptors: openDescriptors(),
	});
});
process.channel.unref();
