import { describe, expect, onTestFinished, test } from 'vitest';
import { redisProgram, startRedis } from '../../../test/support/redis.ts';
import { randomSecret } from '../../runtime/chance.ts';
import { createRedisLink } from '../../runtime/redis-link.ts';
import { monotonicMs, sleep, wallNow } from '../../runtime/time.ts';
import { settingsOf } from '../../settings/settings.ts';
import { describeStore } from '../store-contract.ts';
import type { CreatePlace } from '../store-contract-shared.ts';
import { describeSharedStore } from '../store-contract-shared.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { beginStore } from './begin-store.ts';
import type { Command } from './redis-commands.ts';
import { createRedisKeeper } from './redis-keeper.ts';
import { commitDigest, preparation } from './redis-script.ts';

const createPlace: CreatePlace = async () => {
	const { url } = await startRedis();
	return async ({ wallNow }) => {
		const link = await createRedisLink(url, preparation);
		const origin = randomSecret().slice(0, 8);
		const keeper = createRedisKeeper({ link, prefix: 'p:', timeoutMs: 5_000, monotonicMs, origin });
		const clock = { mode: 'real', scale: 1, now: null } as const;
		const genesis = { seed: 1, settings: settingsOf('sandbox'), clock };
		const { store } = await beginStore({ kind: 'redis', keeper, genesis, wallNow, sleep });
		onTestFinished(() => store.close());
		return store;
	};
};

describe.skipIf(redisProgram === null)('with a Redis', () => {
	describeStore('redis', async (options) => (await createPlace())(options));
	describeSharedStore('redis', createPlace);
});

test.skipIf(redisProgram === null)(
	'a commit that comes to Redis after its caller was told of a failure changes nothing',
	async () => {
		const redis = await startRedis();
		const genesis = {
			seed: 1,
			settings: settingsOf('sandbox'),
			clock: { mode: 'real', scale: 1, now: null } as const,
		};
		const open = async (timeoutMs: number, beforeCommit: () => void) => {
			const real = await createRedisLink(redis.url, preparation);
			const link = {
				send(commands: readonly Command[], untilMs: number) {
					if (commands.some(([, digest]) => digest === commitDigest)) beforeCommit();
					return real.send(commands, untilMs);
				},
				close: real.close,
			};
			const origin = randomSecret().slice(0, 8);
			const keeper = createRedisKeeper({ link, prefix: 'p:', timeoutMs, monotonicMs, origin });
			const { store } = await beginStore({ kind: 'redis', keeper, genesis, wallNow, sleep });
			onTestFinished(() => store.close());
			return store;
		};
		let isStalling = false;
		const store = await open(2_000, () => {
			if (isStalling) redis.stall();
		});
		const other = await open(10_000, () => undefined);
		await store.world('default');
		const change = () =>
			store.changeWorld('default', (world) => ({ world: { ...world, seed: 77 }, result: null }));
		isStalling = true;
		await expect(change()).rejects.toThrow(StoreUnavailable);
		isStalling = false;
		redis.resume();
		expect((await other.world('default')).seed).toBe(1);
		await change();
		expect((await other.world('default')).seed).toBe(77);
	},
);
