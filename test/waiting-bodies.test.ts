/** Calls that wait keep the bytes of their bodies for the journal, and not what was parsed from them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { startServe } from './support/command.ts';
import { firstRows } from './support/sample.ts';
import { send } from './support/sandbox.ts';

const calls = 300;
/** 90 kB of JSON, which take 1.4 MB when they are parsed. */
const body = JSON.stringify({
	...paymentOptionsExample,
	note: Array.from({ length: 30_000 }, () => []),
});

const law = { fixed: 2_000 };
const hang = { kind: 'hang', for: '2s' };
const delay = { kind: 'delay', law };
const capacity = { servers: calls, service: law, queue: null };
const cut = 'no response';
const waits: readonly [wait: string, settings: object, answer: 200 | typeof cut][] = [
	['a fault after the commit', { faults: [{ fault: hang }] }, cut],
	['a delay before the commit', { faults: [{ fault: delay, phase: 'before' }] }, 200],
	['capacity', { capacity }, 200],
];

const isLinux = process.platform === 'linux';

test.each(isLinux ? firstRows(waits) : [])(
	`${calls} calls with long bodies that wait in %s take little memory`,
	async (_, settings, answer) => {
		const { url, child } = await startServe();
		const put = await send('PUT', url + controlPaths.settings, settings);
		expect(put.body).toMatchObject(settings);
		const usualBytes = peakBytes(child.pid);
		const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
		const answers = Array.from({ length: calls }, () =>
			fetch(url + servicePaths.paymentOptions, init).then(
				({ status }) => status,
				() => cut,
			),
		);
		expect(new Set(await Promise.all(answers))).toEqual(new Set([answer]));
		expect(peakBytes(child.pid) - usualBytes).toBeLessThan(calls * 1e6);
	},
);

const peakBytes = (pid = 0) =>
	Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
