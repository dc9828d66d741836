/**
 * Firefox and WebKit for the tests, by the commands of classic WebDriver. Firefox receives them by Marionette, the protocol
 * behind geckodriver; WebKit by HTTP from WebKitWebDriver.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../scenarios/harness/free-port.ts';
import { findFirefox, findWebkit } from '../parts/engines.ts';
import { isProgram, placesOnPath } from '../parts/programs.ts';
import { temporaryFolder } from './command.ts';
import { atEnd } from './shared.ts';

export interface EnginePage {
	goto(address: string): Promise<void>;
	/** Types the text into the emptied field. */
	fill(selector: string, text: string): Promise<void>;
	click(selector: string): Promise<void>;
	/** The visible text of the first match. */
	text(selector: string): Promise<string>;
	/** The number of matches at this moment. */
	count(selector: string): Promise<number>;
	/** The value of an expression in the page. */
	evaluate(expression: string): Promise<unknown>;
	viewport(width: number, height: number): Promise<void>;
}

/** The commands in use, each with its path over HTTP. All are POST requests. */
const paths = {
	Navigate: '/url',
	FindElement: '/element',
	ElementClear: '/element/{id}/clear',
	ElementSendKeys: '/element/{id}/value',
	ElementClick: '/element/{id}/click',
	ExecuteScript: '/execute/sync',
	SetWindowRect: '/window/rect',
};

interface CommandParameters {
	/** The id of an element. */
	id?: string;
	[name: string]: unknown;
}

type Send = (command: keyof typeof paths, parameters: CommandParameters) => Promise<unknown>;

interface Setup {
	/** Whether the scripts of pages run. */
	scripts: boolean;
	/** A temporary folder for the profile. */
	home: string;
	/** Starts a program that ends with the test. */
	start(program: string, args: readonly string[], env: Record<string, string>): ChildProcess;
}

interface Engine {
	name: string;
	isInstalled: boolean;
	connect(setup: Setup): Promise<Send>;
}

/** On Linux, a browser also ends with a worker that is killed. */
const guard = placesOnPath(['setpriv'], process.env).some(isProgram)
	? ['setpriv', '--pdeathsig', 'TERM']
	: [];

const firefox = findFirefox({ env: process.env });
const webkit = findWebkit({ env: process.env });

export const engines: readonly Engine[] = [
	{ name: 'Firefox', isInstalled: firefox !== null, connect: startFirefox },
	{ name: 'WebKit', isInstalled: webkit !== null, connect: startWebkit },
];

/** A browser of its own, with one page. It ends with the test, or with the file for `useShared`. */
export async function openEngine(engine: Engine, { scripts = true } = {}): Promise<EnginePage> {
	const home = temporaryFolder();
	const running: { child: ChildProcess; closed: Promise<unknown> }[] = [];
	atEnd(async () => {
		for (const { child } of running) child.kill();
		await Promise.all(running.map(({ closed }) => closed));
	});
	const send = await engine.connect({
		scripts,
		home,
		start(program, args, env) {
			const [command = program, ...rest] = [...guard, program, ...args];
			const child = spawn(command, rest, {
				env: { ...process.env, ...env },
				stdio: ['ignore', 'pipe', 'ignore'],
			});
			// Every process of the browser inherits the pipe: it closes when all of them have ended.
			running.push({ child, closed: once(child, 'close') });
			// A full pipe would block the browser.
			child.stdout.resume();
			return child;
		},
	});
	return pageOf(send);
}

function pageOf(send: Send): EnginePage {
	const evaluate = (expression: string, ...args: unknown[]) =>
		send('ExecuteScript', { script: `return ${expression}`, args });

	async function find(selector: string) {
		const element = await send('FindElement', { using: 'css selector', value: selector });
		const [id = ''] = Object.values(element as Record<string, string>);
		return { id, element };
	}

	return {
		async goto(url) {
			await send('Navigate', { url });
		},
		fill: (selector, text) =>
			eventually(async () => {
				const { id } = await find(selector);
				await send('ElementClear', { id });
				await send('ElementSendKeys', { id, text });
			}),
		async click(selector) {
			const { id } = await eventually(() => find(selector));
			await send('ElementClick', { id });
		},
		text: (selector) =>
			eventually(async () => {
				const { element } = await find(selector);
				return String(await evaluate('arguments[0].innerText', element));
			}),
		async count(selector) {
			return Number(await evaluate('document.querySelectorAll(arguments[0]).length', selector));
		},
		evaluate: (expression) => evaluate(expression),
		async viewport(width, height) {
			await send('SetWindowRect', { width, height });
		},
	};
}

/** Tries again while the page is on its way. The drivers' own waiting fails when the page unloads, and needs its scripts. */
const eventually = <T>(attempt: () => Promise<T>) => vi.waitFor(attempt, { timeout: 30_000 });

async function startFirefox({ scripts, home, start }: Setup): Promise<Send> {
	const preferences = {
		'javascript.enabled': scripts,
		'marionette.port': 0,
		'toolkit.legacyUserProfileCustomizations.stylesheets': true,
	};
	const lines = Object.entries(preferences).map(
		([name, value]) => `user_pref("${name}", ${value});`,
	);
	writeFileSync(join(home, 'user.js'), lines.join('\n'));
	// A window as narrow as a phone.
	mkdirSync(join(home, 'chrome'));
	writeFileSync(join(home, 'chrome', 'userChrome.css'), ':root { min-width: 0 !important }');
	const args = ['--headless', '--marionette', '--no-remote', '--profile', home];
	const child = start(firefox ?? '', args, { HOME: home });
	const port = Number(await printed(child, /Listening on port (\d+)/));
	const socket = connect(port, '127.0.0.1');
	const messages = messagesFrom(socket);
	// A greeting.
	await messages.next();
	let count = 0;
	const call = async (command: string, parameters: CommandParameters) => {
		count += 1;
		const text = JSON.stringify([0, count, `WebDriver:${command}`, parameters]);
		socket.write(`${Buffer.byteLength(text)}:${text}`);
		const { value: answer, done } = await messages.next();
		if (done) throw new Error('Firefox has ended.');
		const [, , error, result] = answer as [1, number, Failure | null, { value?: unknown } | null];
		if (error) throw failed(command, error);
		return result?.value;
	};
	await call('NewSession', {});
	return call;
}

/** Marionette writes the length of each message in bytes before it: `12:[1,2,null,{}]`. */
async function* messagesFrom(socket: Socket): AsyncGenerator<unknown, void> {
	let received = Buffer.alloc(0);
	for await (const chunk of socket) {
		received = Buffer.concat([received, chunk]);
		for (;;) {
			const start = received.indexOf(':') + 1;
			const end = start + Number(received.subarray(0, start - 1));
			if (start === 0 || received.length < end) break;
			yield JSON.parse(received.subarray(start, end).toString());
			received = received.subarray(end);
		}
	}
}

async function startWebkit({ scripts, home, start }: Setup): Promise<Send> {
	// A window as narrow as a phone.
	for (const folder of ['gtk-3.0', 'gtk-4.0']) {
		mkdirSync(join(home, folder));
		writeFileSync(join(home, folder, 'gtk.css'), '* { min-width: 0; margin: 0; padding: 0 }');
	}
	const { driver = '', display = '' } = webkit ?? {};
	const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
	const screen = await printed(start(display, args, {}), /^(\d+)\n/);
	const port = await freePort();
	start(driver, [`--port=${port}`], {
		DISPLAY: `:${screen}`,
		GDK_BACKEND: 'x11',
		HOME: home,
		XDG_CACHE_HOME: home,
		XDG_CONFIG_HOME: home,
		XDG_DATA_HOME: home,
		no_proxy: '127.0.0.1,localhost',
		// The sandbox needs rights that root and containers do not have.
		WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
	});
	const url = `http://127.0.0.1:${port}`;
	await eventually(() => fetch(`${url}/status`));
	const post = async (path: string, parameters: object) => {
		const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(parameters) });
		const { value } = (await answer.json()) as { value: unknown };
		if (!answer.ok) throw failed(path, value as Failure);
		return value;
	};
	const options = { args: ['--automation', `--enable-javascript=${scripts}`] };
	const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
	const { sessionId } = (await post('/session', { capabilities })) as { sessionId: string };
	return (command, { id = '', ...parameters }) =>
		post(`/session/${sessionId}${paths[command].replace('{id}', id)}`, parameters);
}

interface Failure {
	error: string;
	message: string;
}

const failed = (command: string, { error, message }: Failure) =>
	new Error(`${command}: ${error}: ${message}`);

/** What the pattern captures in the output of the program. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout?.on('data', (chunk) => {
			text += chunk;
			const found = pattern.exec(text)?.[1];
			if (found) resolve(found);
		});
		child.once('close', () => reject(new Error(`${child.spawnfile} has ended: ${text}`)));
	});
}
