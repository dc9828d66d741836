import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openTestStore } from '../../test/support/store.ts';
import { defaultSettings } from '../contract/settings.ts';
import { createJournal } from '../journal/journal.ts';
import { sleep } from '../runtime/time.ts';
import { createMemoryBackend } from '../state/memory-backend.ts';
import { noNotes } from '../wire/call.ts';
import { openContext } from '../wire/request-context.ts';
import { createObserver } from './observer.ts';

const wallNow = () => Date.parse('2027-01-01T00:00:00Z');

test('the time of a call in a queue is in its event, and is counted', async () => {
	const backend = createMemoryBackend();
	const store = await openTestStore({ kind: 'memory', backend, wallNow, sleep });
	const { limits } = defaultSettings;
	const journal = createJournal({ wallNow, limits });
	const stopping = new AbortController();
	const observer = createObserver({ store, journal, wallNow, stopping: stopping.signal });
	const reader = await observer.events.open('default', undefined, 1);
	const context = openContext(
		{ headers: {}, method: 'POST' } as IncomingMessage,
		{} as ServerResponse,
	);
	context.call = 'hybridPayment';
	context.secret = 'secret';
	const reply = { status: 503, contentType: '', text: '', notes: noNotes, queueMs: 12 };
	const facts = { bytes: 0, ownMs: 1, gone: false, goneMs: 0, order: { arrived: 0, answered: 0 } };
	observer.recorder.record(context, reply, facts);
	let text = '';
	for await (const piece of reader?.pieces ?? []) {
		text += piece;
		if (text.includes('event: call')) break;
	}
	stopping.abort();
	expect(text).toContain('"timing":{"injectedMs":0,"ownMs":1,"queueMs":12}');
	const [queue] = observer.counters.histograms('queue');
	expect(queue).toMatchObject({ endpoint: 'hybridPayment', histogram: { sumMs: 12 } });
	expect([...observer.counters.calls()]).toEqual([
		{ endpoint: 'hybridPayment', status: 503, count: 1 },
	]);
});
