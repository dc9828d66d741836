import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import { json } from '../wire/call.ts';
import { noteArrival } from '../wire/locals.ts';
import { createJournal } from './journal.ts';
import { textAt } from './texts.ts';

test('a million calls stay within the bytes and the entries that were set', () => {
	const limits = { journalEntries: 10_000, journalBytes: 4_000_000 };
	const journal = createJournal({
		wallNow: () => 0,
		limits,
		worker: 1,
		idAfter: (latest) => latest + 1,
	});
	const sent = JSON.stringify(paymentOptionsExample);
	const buffersBefore = process.memoryUsage().arrayBuffers;
	let most = 0;
	for (let call = 1; call <= 1_000_000; call += 1) {
		const arrived = noteArrival({ headers: {} } as IncomingMessage, {} as ServerResponse);
		Object.assign(arrived, { sent, path: '/v2/payment-options', call: 'paymentOptions' });
		// Long and short ones, and now and then one that fills a page.
		const text = 'x'.repeat(call % 5_000 === 0 ? 100_000 : (call % 7) * 300);
		journal.book(arrived, json({ call, text }), 1);
		most = Math.max(most, journal.of('default')?.bytes ?? 0);
	}
	const record = journal.of('default');
	expect(record?.latestId).toBe(1_000_000);
	expect(most).toBeLessThanOrEqual(limits.journalBytes);
	expect(record?.ring.size()).toBeLessThanOrEqual(limits.journalEntries);
	// What a page has beside its texts, and what went and was not collected yet.
	const buffers = process.memoryUsage().arrayBuffers - buffersBefore;
	expect(buffers).toBeLessThan(10 * limits.journalBytes);
	const [newest] = record?.ring.newestFirst() ?? [];
	expect(newest?.told && JSON.parse(textAt(newest.told)).call).toBe(1_000_000);
	expect(newest?.sent && textAt(newest.sent)).toBe(sent);
});
