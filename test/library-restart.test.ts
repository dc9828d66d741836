/** Sandboxes one after another in one process, as test suites start them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../scenarios/harness/free-port.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { startSandbox } from './support/sandbox.ts';

afterEach(() => void vi.useRealTimers());

test('a sandbox on the port of one that was closed just before answers its first call', async () => {
	const port = await freePort();
	for (let round = 0; round < 10; round += 1) {
		const sandbox = await startSandbox({ port });
		await sandbox.advance('1s');
		expect(await sandbox.payments()).toEqual([]);
		await sandbox.close();
	}
});

test('calls are answered while the timers of the process are fake, and by later sandboxes', async () => {
	const first = await startSandbox();
	vi.useFakeTimers();
	expect(await first.payments()).toEqual([]);
	vi.useRealTimers();
	const later = await startSandbox();
	expect(await later.payments()).toEqual([]);
	await Promise.all([first.close(), later.close()]);
});

test('a sandbox runs with the globals of a DOM in place of those of Node', async () => {
	const library = pathToFileURL(join(packageRoot, 'dist/simulator/sandbox.js')).href;
	// As in happy-dom and in Jest's jsdom: signals that Node does not accept, and no setImmediate.
	const program = `const NodeController = AbortController;
		class Signal {
			constructor(of) { this.of = of; }
			get aborted() { return this.of.aborted; }
			addEventListener(...args) { this.of.addEventListener(...args); }
			removeEventListener(...args) { this.of.removeEventListener(...args); }
		}
		globalThis.AbortController = class {
			node = new NodeController();
			signal = new Signal(this.node.signal);
			abort() { this.node.abort(); }
		};
		delete globalThis.setImmediate;
		const { createSandbox } = await import('${library}');
		const sandbox = await createSandbox({ port: 0, clock: 'manual' });
		await sandbox.advance('1s');
		console.log(await sandbox.payments());
		const waiting = sandbox.waitFor({ reference: 'none' }, 'created').catch(() => 'ended');
		await sandbox.close();
		console.log(await waiting);`;
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--input-type=module',
		'--eval',
		program,
	]);
	expect(stdout).toBe('[]\nended\n');
});
