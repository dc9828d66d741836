/** A Redis that starts again without its data, under a running sandbox. */
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { options, withReference } from '../support/calls.ts';
import { readEvents } from '../support/event-reader.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { post, send, startSandbox } from '../support/sandbox.ts';

describe.skipIf(redisProgram === null)('Redis lost its data', () => {
	async function setup() {
		const { url: store } = await startRedis();
		const sandbox = await startSandbox({ store });
		const client = await createClient({ url: store }).connect();
		onTestFinished(() => client.destroy());
		const findings = async () => (await send('GET', sandbox.url + controlPaths.findings)).body;
		return { sandbox, findings, loseData: () => client.flushAll() };
	}

	test.each([
		['', false],
		[' of a workspace that was reset', true],
	])('findings%s are incomplete, until a reset', async (_, isReset) => {
		const { sandbox, findings, loseData } = await setup();
		if (isReset) await sandbox.reset();
		await options(sandbox, withReference('order-1'));
		await options(sandbox, withReference('order-1'));
		expect(await findings()).toMatchObject({ calls: 2, complete: true });
		await loseData();
		expect(await findings()).toMatchObject({ complete: false });
		await options(sandbox, withReference('order-2'));
		expect(await findings()).toMatchObject({ complete: false });
		await sandbox.reset();
		await options(sandbox, withReference('order-3'));
		expect(await findings()).toMatchObject({ calls: 1, complete: true });
	});

	test('verify is not certain about a workspace that was reset, until another reset', async () => {
		const { sandbox, loseData } = await setup();
		await sandbox.reset();
		await options(sandbox, withReference('order-1'));
		await loseData();
		const ask = async () => {
			const question = { match: { reference: 'order-1' }, times: { atMost: 0 } };
			return (await post(sandbox.url + controlPaths.verify, question)).body;
		};
		expect(await ask()).toMatchObject({ ok: false, complete: false });
		await sandbox.reset();
		expect(await ask()).toMatchObject({ ok: true, complete: true });
	});

	test('the events have a reset and a gap, once', async () => {
		const { sandbox, loseData } = await setup();
		const stream = await readEvents(sandbox.url);
		await options(sandbox);
		await stream.until(({ event }) => event === 'call');
		// The store is read once a second: wait for a reading with the data.
		await sandbox.configure({ gaps: {} });
		await loseData();
		// A client that empties its table at a reset reads the payments again at the gap.
		await options(sandbox, withReference('order-2'));
		await stream.until(({ event }) => event === 'reset');
		expect((await stream.next())?.event).toBe('gap');
		await options(sandbox, withReference('order-3'));
		const later = await stream.until(({ event }) => event === 'call');
		expect(later.map(({ event }) => event)).not.toContain('reset');
	});
});
