import { describe, expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { PaymentEvent } from '../../simulator/domain/event.ts';
import { randomSecret } from '../../simulator/runtime/chance.ts';
import { createRedisLink } from '../../simulator/runtime/redis-link.ts';
import { monotonicMs, sleep, wallNow } from '../../simulator/runtime/time.ts';
import { StoreUnavailable } from '../../simulator/state/backend.ts';
import { createRedisBackend } from '../../simulator/state/redis-backend.ts';
import type { Command } from '../../simulator/state/redis-commands.ts';
import { commitDigest, preparation } from '../../simulator/state/redis-commands.ts';
import { createStoreClock } from '../../simulator/state/store-clock.ts';
import {
	chooseBank,
	chooseCard,
	listBanks,
	steerTo,
	submitBank,
	windowMs,
} from '../support/payment.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { startPayment, startSandbox } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';
import { openTestStore, setupStore, workspace } from '../support/store.ts';
import { describeStore } from './store.contract.ts';
import type { CreatePlace } from './store-shared.contract.ts';
import { describeSharedStore } from './store-shared.contract.ts';

const shared = useShared(async () => (redisProgram === null ? null : startRedis()));
let places = 0;

/** A part of the shared Redis that no other test uses. */
const createPlace: CreatePlace = async () => {
	const url = shared()?.url ?? '';
	places += 1;
	const prefix = `p${places}:`;
	return async ({ wallNow }) => {
		const link = await createRedisLink(url, preparation);
		const origin = randomSecret().slice(0, 4);
		const clock = createStoreClock(wallNow);
		const options = { link, prefix, timeoutMs: 5_000, monotonicMs, sleep, origin, clock };
		const backend = createRedisBackend(options);
		return openTestStore({ kind: 'redis', backend, clock, wallNow, sleep });
	};
};

describe.skipIf(redisProgram === null)('with a Redis', () => {
	describeStore('redis', async (options) => (await createPlace())(options));
	describeSharedStore('redis', createPlace);
});

test.skipIf(redisProgram === null)(
	'a settlement and the metrics count each payment once, however many there are',
	async () => {
		const { url: store } = await startRedis();
		const sandbox = await startSandbox({ store });
		const payments = 130;
		for (let made = 0; made < payments; made += 10) {
			await Promise.all(Array.from({ length: 10 }, () => startPayment(sandbox.url)));
		}
		await sandbox.advance('2h');
		const { rows } = await sandbox.settlement({ limit: 1000 });
		expect(rows).toHaveLength(payments);
		const metrics = await (await fetch(`${sandbox.url}${controlPaths.metrics}`)).text();
		expect(metrics).toContain(`payin_sandbox_payments{state="expired"} ${payments}\n`);
	},
);

test.skipIf(redisProgram === null)(
	'a commit that reaches Redis after its caller got an error changes nothing',
	async () => {
		const redis = await startRedis();
		const open = async (timeoutMs: number, beforeCommit: () => void) => {
			const real = await createRedisLink(redis.url, preparation);
			const link = {
				send(commands: readonly Command[], untilMs: number) {
					if (commands.some(([, digest]) => digest === commitDigest)) beforeCommit();
					return real.send(commands, untilMs);
				},
				close: real.close,
			};
			const origin = randomSecret().slice(0, 4);
			const clock = createStoreClock(wallNow);
			const backend = createRedisBackend({
				link,
				prefix: 'p:',
				timeoutMs,
				monotonicMs,
				sleep,
				origin,
				clock,
			});
			return openTestStore({ kind: 'redis', backend, clock, wallNow, sleep });
		};
		let isStalling = false;
		const store = await open(2_000, () => {
			if (isStalling) redis.stall();
		});
		const other = await open(10_000, () => undefined);
		await store.workspaceRecord('default');
		const change = () =>
			store.changeWorkspace('default', (record) => ({
				record: { ...record, seed: 77 },
				result: null,
			}));
		isStalling = true;
		await expect(change()).rejects.toThrow(StoreUnavailable);
		isStalling = false;
		redis.resume();
		expect((await other.workspaceRecord('default')).seed).toBe(1);
		await change();
		expect((await other.workspaceRecord('default')).seed).toBe(77);
	},
);

/** Changes that are refused from the end of the window on: of the session, and of the retries after a decline. */
const changesInTime: [
	when: string,
	before: PaymentEvent[],
	change: PaymentEvent,
	refusal: string,
	last: string,
][] = [
	['the session has expired', [], chooseCard(), 'choose: session_expired', 'expired'],
	[
		'no retry is allowed',
		[listBanks, chooseBank(), { type: 'open' }, steerTo('DECLINE', 'APPROVE'), submitBank],
		submitBank,
		'submit: ',
		'declined',
	],
];

test.skipIf(redisProgram === null).each(changesInTime)(
	'a change that reaches Redis when %s is decided again',
	async (_when, before, change, refusal, last) => {
		const { url } = await startRedis();
		const real = await createRedisLink(url, preparation);
		const leftMs = 20;
		let isPassed = false;
		let whenHeld = () => {};
		const link = {
			async send(commands: readonly Command[], untilMs: number) {
				const isCommit = commands.some(([, digest]) => digest === commitDigest);
				if (isCommit && isPassed) {
					isPassed = false;
					whenHeld();
					// Until the payment window has ended by Redis's clock too.
					const sinceMs = monotonicMs();
					await expect.poll(() => monotonicMs() - sinceMs).toBeGreaterThan(2 * leftMs);
				}
				return real.send(commands, untilMs);
			},
			close: real.close,
		};
		const options = {
			link,
			prefix: 'p:',
			timeoutMs: 5_000,
			monotonicMs,
			sleep,
			origin: 'hold',
		};
		const held = await setupStore(({ wallNow: now }) => {
			const clock = createStoreClock(now);
			const backend = createRedisBackend({ ...options, clock });
			return openTestStore({ kind: 'redis', backend, clock, wallNow: now, sleep });
		});
		await held.add();
		if (before.length > 0) await held.act('session-0', ...before);
		held.pass(windowMs - leftMs);
		// The first use of a second is stored in a transaction of its own.
		await held.store.workspaceRecord(workspace);
		isPassed = true;
		whenHeld = () => held.pass(leftMs);
		await expect(held.act('session-0', change)).rejects.toThrow(refusal);
		const found = await held.store.read(workspace, 'session-0');
		expect(found?.payment.timeline.at(-1)?.state).toBe(last);
	},
);
