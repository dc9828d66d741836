/** Run before the tests: says which parts are there, gets what is missing, and says plainly what it could not get. */
import { k6ForPackage } from '../../load/runner/k6-binary.ts';
import { findActionlint, installActionlint } from './actionlint.ts';
import { findChromium, installChromium, installHeadlessShell } from './chromium.ts';
import { findFirefox, findWebkit, installFirefox, installWebkit } from './engines.ts';
import { findFaketime, installFaketime } from './faketime.ts';
import { findOpenssl, installOpenssl } from './openssl.ts';
import type { Env } from './programs.ts';
import { kubernetesValidate, schemathesis } from './python-tool.ts';
import { findRedis, installRedis } from './redis.ts';

const { env } = process;
const say = (text: string) => void process.stderr.write(text);

interface Part {
	name: string;
	/** The tests that cannot run without it. */
	needed: string;
	/** Where it is, once it is there; fails with the reason when it cannot be had. */
	get(): Promise<string>;
}

interface Program extends Omit<Part, 'get'> {
	/** The variable that says which one it is; without one the PATH does. */
	variable?: string;
	/** The message before the installation. */
	getting: string;
	find(from: { env: Env }): string | null;
	install(from: { env: Env }): Promise<void>;
}

/** A program that is found, or else installed and found then. */
function program({ name, needed, variable, getting, find, install }: Program): Part {
	return {
		name,
		needed,
		async get() {
			const found = find({ env });
			if (found) return found;
			if (variable && env[variable])
				throw new Error(`${variable} is ${env[variable]}: no program.`);
			say(`${name} is not here: ${getting}.\n`);
			await install({ env });
			const got = find({ env });
			if (!got) throw new Error('It was installed, but cannot be found.');
			return got;
		},
	};
}

const parts: readonly Part[] = [
	program({
		name: 'Chromium',
		needed: 'the browser tests',
		variable: 'CHROMIUM_PATH',
		getting: 'getting it',
		find: findChromium,
		install: installChromium,
	}),
	program({
		name: 'Firefox',
		needed: 'the tests in Firefox',
		variable: 'FIREFOX_PATH',
		getting: 'getting it',
		find: findFirefox,
		install: installFirefox,
	}),
	{
		name: 'k6',
		needed: 'the load tests',
		async get() {
			const signal = AbortSignal.timeout(15 * 60_000);
			const { path, version } = await k6ForPackage({ env, signal, say });
			return `${path} (${version})`;
		},
	},
	program({
		name: 'Redis',
		needed: 'the tests of the shared store',
		variable: 'REDIS_SERVER_BIN',
		getting: 'getting it',
		find: findRedis,
		install: installRedis,
	}),
	program({
		name: 'OpenSSL',
		needed: 'the tests of TLS',
		getting: 'getting it',
		find: findOpenssl,
		install: installOpenssl,
	}),
	program({
		name: 'Schemathesis',
		needed: 'the fuzzing of the API',
		variable: 'SCHEMATHESIS_BIN',
		getting: 'installing it into .cache',
		...schemathesis,
	}),
	program({
		name: 'kubernetes-validate',
		needed: 'the lint of the Kubernetes manifests',
		variable: 'KUBERNETES_VALIDATE_BIN',
		getting: 'installing it into .cache',
		...kubernetesValidate,
	}),
	program({
		name: 'actionlint',
		needed: 'the lint of the GitHub action and workflows',
		variable: 'ACTIONLINT_BIN',
		getting: 'building it into .cache',
		find: findActionlint,
		install: installActionlint,
	}),
	...(process.platform === 'linux'
		? [
				program({
					name: 'libfaketime',
					needed: 'the tests of a clock that jumps',
					getting: 'getting it',
					find: findFaketime,
					install: installFaketime,
				}),
				// WebKitWebDriver exists on Linux only.
				program({
					name: 'WebKit',
					needed: 'the tests in WebKit',
					getting: 'getting it',
					find: (from) => findWebkit(from)?.driver ?? null,
					install: installWebkit,
				}),
			]
		: []),
];

const missing: Part[] = [];
for (const part of parts) {
	try {
		say(`${part.name}: ${await part.get()}\n`);
	} catch (error) {
		missing.push(part);
		say(`${part.name}: missing. ${error instanceof Error ? error.message : String(error)}\n`);
	}
}
await installHeadlessShell({ env });

const inCi = Boolean(env.CI) && env.CI !== 'false' && env.CI !== '0';
for (const { name, needed } of missing) {
	say(
		inCi
			? `FAILED: ${name} is missing, so ${needed} cannot run. With CI set, every part is required.\n`
			: `SKIPPED: ${needed} will be skipped, because ${name} is missing.\n`,
	);
}
if (inCi && missing.length > 0) process.exitCode = 1;
