/** A load on a target whose clock does not run. Its flows could only wait for the payment network until they fail. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDriver } from '../../scenarios/driver.ts';
import type { StoryContexts } from '../../scenarios/scenario.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { startTestShop } from '../../test/merchants/test-shop.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { send, startSandbox } from '../../test/support/sandbox.ts';
import { runLoad } from '../run.ts';
import { stories, waitsForNetwork } from '../stories.ts';
import type { LoadOptions } from './options.ts';

/** The error of a load that does not find k6. A load that is refused before does not look for it. */
async function errorOf(options: Partial<LoadOptions>) {
	const report = await runLoad(
		{
			...{ profile: 'average', rate: 5, duration: '3s', seed: 1, permission: false },
			...{ allowHosts: [], command: 'load', ...options },
		},
		{
			...{ out: () => {}, err: () => {}, isTerminal: false, cwd: temporaryFolder() },
			env: { ...process.env, K6_BIN: '/no/such/k6' },
			signal: new AbortController().signal,
		},
	);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	return report.reasons[0];
}

const ranInto = (id: string) => expect.objectContaining({ id });

test('flows that wait for the network need a clock that runs', async () => {
	const { url: target } = await startSandbox({ clock: 'manual', profile: 'sandbox' });
	expect(await errorOf({ target, mix: 'card/approved=1,card=1' })).toMatchObject({
		id: 'clock',
		text: `The clock of ${target} is manual and does not run, so the payment network never decides the payments of card/approved. Send PUT ${target}/_sandbox/clock {"mode":"real"}, or start the sandbox with --clock real. With --mix card=0.6,bank=0.4 (not for smoke), flows end at the redirect, and none waits for it.`,
	});
	expect(await errorOf({ target, profile: 'smoke', rate: undefined, duration: undefined })).toEqual(
		ranInto('clock'),
	);
	for (const mix of [undefined, 'card=0.6,bank=0.4', 'bank/returned-while-processing=1']) {
		expect(await errorOf({ target, mix })).toEqual(ranInto('k6'));
	}
	await send('PUT', target + controlPaths.clock, { mode: 'real' });
	expect(await errorOf({ target, mix: 'card/approved=1' })).toEqual(ranInto('k6'));
});

test('the clock of a workspace in the address counts', async () => {
	const { url } = await startSandbox({ clock: 'real', profile: 'sandbox' });
	const target = `${url}/w/team`;
	await send('PUT', target + controlPaths.clock, { mode: 'manual' });
	const mix = 'card/approved=1';
	const refused = await errorOf({ target, mix });
	expect(refused).toEqual(ranInto('clock'));
	expect(refused?.text).not.toContain('start the sandbox');
	expect(await errorOf({ target: url, mix })).toEqual(ranInto('k6'));
});

test('the orders of a shop need a clock that runs, unless they are not paid or decided at once', async () => {
	const { url: target } = await startSandbox({ clock: 'manual', profile: 'sandbox' });
	const merchant = await startTestShop({ sandbox: target });
	expect(await errorOf({ merchant, target })).toMatchObject({
		id: 'clock',
		text: expect.stringMatching(
			/of merchant\/card, merchant\/bank\. Send PUT .* With --shopper none, no order is paid, and no flow waits for it\.$/,
		),
	});
	expect(await errorOf({ merchant, target, shopper: 'none' })).toEqual(ranInto('k6'));
	const content = JSON.parse(readFileSync(merchant, 'utf8'));
	const lend = (processing: object) =>
		writeFileSync(merchant, JSON.stringify({ ...content, load: { sandbox: { processing } } }));
	lend({ default: 'none' });
	expect(await errorOf({ merchant, target })).toEqual(ranInto('k6'));
	lend({ default: 'none', bank: { fixed: '1s' } });
	expect(await errorOf({ merchant, target, mix: 'card=1' })).toEqual(ranInto('k6'));
	expect(await errorOf({ merchant, target, mix: 'bank=1' })).toEqual(ranInto('clock'));
});

test('each story that waits is known', async () => {
	const { url: target } = await startSandbox({ clock: 'manual', profile: 'sandbox' });
	for (const story of stories) {
		const driver = createDriver({
			...{ target, seed: 1, nextReference: () => story.name.replace('/', '-') },
		});
		await story.run(driver.context as StoryContexts['shopper']);
		const isWaiting = driver.steps.some(({ name }) => name.startsWith('wait for '));
		expect([story.name, waitsForNetwork(story.name)]).toEqual([story.name, isWaiting]);
	}
});
