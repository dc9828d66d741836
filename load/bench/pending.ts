/**
 * `pending.ts URL COUNT` sends requests whose responses the server delays, and reports how many are pending. Each server has
 * its own process, because one process may not open the connections for both.
 */
import { request } from 'node:http';
import { paymentSuboptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';

const [, , url = '', count] = process.argv;
const headers = { 'Content-Type': 'application/json' };
let pending = 0;

/** Holds one request open. The sandbox delays the response to an unknown session too. */
const hold = () =>
	new Promise<void>((resolve) => {
		const options = { method: 'POST', agent: false, headers };
		const sent = request(url + servicePaths.hybridPayment, options);
		pending += 1;
		sent.on('error', () => resolve());
		sent.on('close', () => {
			pending -= 1;
		});
		sent.end(JSON.stringify(paymentSuboptionsExample), resolve);
	});

async function holdAll(): Promise<void> {
	// Open at most 200 connections at once: more would overflow the server's listen backlog.
	for (let left = Number(count); left > 0; left -= 200) {
		await Promise.all(Array.from({ length: Math.min(200, left) }, hold));
	}
}

const held = holdAll();
process.on('message', async () => {
	await held;
	process.send?.(pending);
});
process.on('disconnect', () => process.exit());
