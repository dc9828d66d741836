/** Run before the tests: says which parts are there, gets what is missing, and says plainly what it could not get. */
import { fileURLToPath } from 'node:url';
import { k6ForPackage } from '../../load/runner/k6-for-package.ts';
import { findChromium, installChromium } from './chromium.ts';
import { findRedis, installRedis } from './redis.ts';
import { findSchemathesis, installSchemathesis } from './schemathesis.ts';

const { env } = process;
const say = (text: string) => void process.stderr.write(text);

interface Part {
	name: string;
	/** The tests that cannot run without it. */
	needed: string;
	/** Where it is, once it is there; fails with the reason when it cannot be had. */
	get(): Promise<string>;
}

const parts: readonly Part[] = [
	{
		name: 'Chromium',
		needed: 'the browser tests',
		async get() {
			const found = findChromium({ env });
			if (found) return found;
			if (env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}: no program.`);
			say('Chromium is not here: getting it.\n');
			await installChromium({ env });
			const got = findChromium({ env });
			if (!got) throw new Error('It was installed, but cannot be found.');
			return got;
		},
	},
	{
		name: 'k6',
		needed: 'the load tests',
		async get() {
			const from = fileURLToPath(new URL('.', import.meta.url));
			const signal = AbortSignal.timeout(15 * 60_000);
			const { path, version } = await k6ForPackage(from, { env, signal, say });
			return `${path} (${version})`;
		},
	},
	{
		name: 'Redis',
		needed: 'the tests of the shared store',
		async get() {
			const found = findRedis({ env });
			if (found) return found;
			if (env.REDIS_SERVER_BIN)
				throw new Error(`REDIS_SERVER_BIN is ${env.REDIS_SERVER_BIN}: no program.`);
			say('Redis is not here: getting it.\n');
			await installRedis({ env });
			const got = findRedis({ env });
			if (!got) throw new Error('It was installed, but cannot be found.');
			return got;
		},
	},
	{
		name: 'Schemathesis',
		needed: 'the fuzzing of the API',
		async get() {
			const found = findSchemathesis({ env });
			if (found) return found;
			if (env.SCHEMATHESIS_BIN)
				throw new Error(`SCHEMATHESIS_BIN is ${env.SCHEMATHESIS_BIN}: no program.`);
			say('Schemathesis is not here: installing it into .cache.\n');
			await installSchemathesis({ env });
			const got = findSchemathesis({ env });
			if (!got) throw new Error('It was installed, but cannot be found.');
			return got;
		},
	},
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

const inCi = Boolean(env.CI) && env.CI !== 'false' && env.CI !== '0';
for (const { name, needed } of missing) {
	say(
		inCi
			? `FAILED: ${name} is missing, so ${needed} cannot run. With CI set, every part is required.\n`
			: `SKIPPED: ${needed} will be skipped, because ${name} is missing.\n`,
	);
}
if (inCi && missing.length > 0) process.exitCode = 1;
