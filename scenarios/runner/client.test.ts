import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { startSandbox } from '../sandbox-process.ts';
import { createClient } from './client.ts';

const { url, stop } = await startSandbox({ seed: 1, clock: 'manual' });
afterAll(stop);

const readClock = { method: 'GET', path: controlPaths.clock } as const;

test('an answer that keeps the contract comes back as its data', async () => {
	const notes: string[] = [];
	const client = createClient({ target: `${url}/` });
	const clock = await client.call(readClock, clockViewSchema, (note) => notes.push(note));
	expect(clock.mode).toBe('manual');
	expect(notes).toEqual(['GET /_sandbox/clock → 200']);
});

test('an answer off the contract fails by naming the field', async () => {
	const strict = z.strictObject({ mode: z.literal('real') });
	const failing = createClient({ target: url }).call(readClock, strict);
	await expect(failing).rejects.toThrow(/answered 200 off the contract:\n.*mode/s);
});

test('a refusal fails with the reason that the answer gives', async () => {
	const call = { method: 'POST', path: servicePaths.paymentSuboptions, body: {} } as const;
	const failing = createClient({ target: url }).call(call, z.unknown());
	await expect(failing).rejects.toThrow(
		/^POST \/v2\/payment-suboptions was refused: 400 invalid_body: .*Fix: /s,
	);
});

test('headers of refused answers are seen too', async () => {
	const seen: (string | null)[] = [];
	const client = createClient({
		target: url,
		onAnswer: (headers) => seen.push(headers.get(headerNames.requestId)),
	});
	const call = { method: 'GET', path: `${controlPaths.payments}/unknown` } as const;
	await expect(client.call(call, z.unknown())).rejects.toThrow('404');
	expect(seen).toEqual([expect.any(String)]);
});

test('a target that is not there is named by its reason, not as "fetch failed"', async () => {
	const gone = await startSandbox({ seed: 1 });
	await gone.stop();
	const failing = createClient({ target: gone.url }).call(readClock, z.unknown());
	await expect(failing).rejects.toThrow(/^GET \/_sandbox\/clock failed: .*ECONNREFUSED/);
});

test('an interrupted call says so', async () => {
	const client = createClient({ target: url, signal: AbortSignal.abort() });
	await expect(client.call(readClock, z.unknown())).rejects.toThrow('failed: interrupted');
});
