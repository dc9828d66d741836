import { describe, onTestFinished } from 'vitest';
import { redisProgram, startRedis } from '../../../test/support/redis.ts';
import { randomSecret } from '../../runtime/chance.ts';
import { createRedisLink } from '../../runtime/redis-link.ts';
import { monotonicMs } from '../../runtime/time.ts';
import { settingsOf } from '../../settings/settings.ts';
import { describeStore } from '../store-contract.ts';
import type { CreatePlace } from '../store-contract-shared.ts';
import { describeSharedStore } from '../store-contract-shared.ts';
import { beginStore } from './begin-store.ts';
import { createRedisKeeper } from './redis-keeper.ts';
import { commitScript } from './redis-script.ts';

const createPlace: CreatePlace = async () => {
	const { url } = await startRedis();
	return async ({ wallNow }) => {
		const link = await createRedisLink(url, [['SCRIPT', 'LOAD', commitScript]]);
		const origin = randomSecret().slice(0, 8);
		const keeper = createRedisKeeper({ link, prefix: 'p:', timeoutMs: 5_000, monotonicMs, origin });
		onTestFinished(() => keeper.close());
		const clock = { mode: 'real', scale: 1, now: null } as const;
		const genesis = { seed: 1, settings: settingsOf('sandbox'), clock };
		return (await beginStore({ kind: 'redis', keeper, genesis, wallNow })).store;
	};
};

describe.skipIf(redisProgram === null)('with a Redis', () => {
	describeStore('redis', async (options) => (await createPlace())(options));
	describeSharedStore('redis', createPlace);
});
