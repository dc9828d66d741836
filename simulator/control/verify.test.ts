import { expect, test } from 'vitest';
import type { Call } from '../wire/call.ts';
import type { ControlDeps } from './deps.ts';
import { verify } from './verify.ts';

test.each([
	[undefined, 8],
	['60s', 20],
])('of 20 calls with "within": %j, %d run at a time', async (within, expected) => {
	let running = 0;
	const store = {
		waitFor: (work: Promise<unknown>) => work,
		workspaceRecord: () => {
			running += 1;
			return new Promise(() => {});
		},
	};
	const route = verify({ store } as unknown as ControlDeps);
	const clientGone = new AbortController().signal;
	const call = { body: { match: {}, within }, clientGone, isPipelined: false } as unknown as Call;
	for (let number = 0; number < 20; number += 1) void route(call);
	await expect.poll(() => running).toBe(expected);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(running).toBe(expected);
});
