/** The clock of the machine jumps while payments are open. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { findFaketime } from './parts/faketime.ts';
import { startServe, temporaryFolder } from './support/command.ts';
import { firstRows } from './support/sample.ts';
import { post, reachCashier, send } from './support/sandbox.ts';

const faketime = findFaketime();

/** A server with a clock that the test sets, as an offset to the real one. */
function setup() {
	const folder = temporaryFolder();
	const offset = join(folder, 'offset');
	const setClock = (seconds: number) =>
		writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}\n`);
	setClock(0);
	const env = {
		LD_PRELOAD: faketime ?? '',
		FAKETIME_TIMESTAMP_FILE: offset,
		FAKETIME_NO_CACHE: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	};
	const store = `file:${join(folder, 'store')}`;
	return { setClock, start: () => startServe(['--store', store, '--clock', 'scaled:20'], env) };
}

async function submitted(url: string): Promise<string> {
	const { sessionId } = await reachCashier(url, 'card');
	await post(`${url}${controlPaths.payments}/${sessionId}/act`, { action: 'submit' });
	return `${url}${controlPaths.payments}/${sessionId}`;
}

const hourS = 3_600;
const yearS = 8_760 * hourS;

const jumpsOf: [how: string, jumps: number[]][] = [
	['forward three years, and back again', [3 * yearS, 0]],
	['back an hour', [-hourS]],
];

test.skipIf(faketime === null).each(firstRows(jumpsOf))(
	'a payment is confirmed after its delay when the clock is set %s',
	async (_, jumps) => {
		const { setClock, start } = setup();
		const { url } = await start();
		const first = await submitted(url);
		for (const seconds of jumps) {
			setClock(seconds);
			await send('GET', first);
		}
		for (const payment of [first, await submitted(url)]) {
			const { body } = await send('GET', `${payment}?until=confirmed&timeout=30s`);
			expect(body).toMatchObject({ state: 'confirmed', reached: true });
		}
	},
);

test.skipIf(faketime === null)(
	'a server that starts after the clock was set back shows no payment in an earlier state',
	async () => {
		const { setClock, start } = setup();
		const { url, child, ended } = await start();
		const payment = await submitted(url);
		const { body } = await send('GET', `${payment}?until=confirmed&timeout=30s`);
		child.kill('SIGTERM');
		await ended;
		setClock(-hourS);
		const second = await start();
		const path = `${second.url}${controlPaths.payments}/${body.sessionId}`;
		expect((await send('GET', path)).body.state).toBe('confirmed');
		const next = await submitted(second.url);
		const waited = await send('GET', `${next}?until=confirmed&timeout=30s`);
		expect(waited.body.reached).toBe(true);
	},
);
