/** Options that npm takes as its own, because the user left out the `--` before them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { runWarmCommand } from './support/warm-command.ts';

const isWindows = process.platform === 'win32';

const merchantOption = ['--merchant=shop/merchant.jsonc'];

test.skipIf(isWindows)(
	'an option that npm takes as its own is refused, and not ignored',
	async () => {
		const child = spawn('npm', ['run', '--silent', 'scenarios', ...merchantOption], {
			cwd: packageRoot,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const stderr = text(child.stderr);
		expect(await once(child, 'exit')).toEqual([2, null]);
		expect(await stderr).toContain(
			'npm took --merchant as its own. With npm, options come after --: npm run scenarios -- --merchant=shop/merchant.jsonc\n',
		);
	},
);

/** The words and the variables with which npm runs the command, and the command that the user meant. */
const takenByNpm = [
	[['load'], { profile: 'average', rate: '5' }, 'load -- --profile=average --rate=5'],
	[['load', 'average'], { profile: 'true' }, 'load -- --profile average'],
	[['load', 'x', '--rate', '5'], { shopper: 'true' }, 'load -- --rate 5 --shopper x'],
	[['load', 'a', 'b'], { paired: 'true' }, 'load -- --paired URLS'],
	[['load'], { i_have_permission: 'true' }, 'load -- --i-have-permission'],
	[['scenarios', 'card', '7'], { seed: 'true' }, 'scenarios -- --seed NUMBER'],
	[['scenarios', 'card'], { seed: '7', bail: '' }, 'scenarios -- card --seed=7'],
	[['scenarios'], { allow_host: 'a\n\nb' }, 'scenarios -- --allow-host=a --allow-host=b'],
	[['scenarios'], { header: 'A: secret' }, 'scenarios -- --header "A: $TOKEN"'],
	[['findings'], { control_token: 'secret' }, 'findings -- --control-token TOKEN'],
	[['serve', '8080'], { port: 'true', config: '' }, 'start -- --port 8080 --no-config'],
	[['scenarios'], { tag: 'card' }, 'scenarios -- --tag=card'],
	[['serve'], { set: 'auth.keys=secret' }, 'start -- --set PATH'],
	[['report', 'merge', 'a', 'b'], { out: 'c' }, 'report -- merge a b --out=c'],
] as const;

test.each(takenByNpm)(
	'npm runs %j and took %j: the user meant npm run %s',
	async (words, taken, meant) => {
		const [script = ''] = meant.split(' ');
		const { code, stderr } = await runWarmCommand(
			words,
			npmVariables(script, taken, 'payin-sandbox'),
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(/^payin-sandbox: npm took --/);
		expect(
			stderr.includes(` as its own. With npm, options come after --: npm run ${meant}\n`),
		).toBe(true);
	},
);

/** The variables of npm that are no option of the command, or of another package or command. */
const notTaken = [
	[
		['scenarios', '--list', '--target=http://127.0.0.1:1'],
		'scenarios',
		{ target: 'http://other' },
		'payin-sandbox',
	],
	[['scenarios', '--list'], 'scenarios', { json: 'true', quiet: '' }, 'payin-sandbox'],
	[['scenarios', '--list'], 'test', { target: 'http://other' }, 'payin-sandbox'],
	[['scenarios', '--list'], 'scenarios', { target: 'http://other' }, 'other-package'],
] as const;

test.each(notTaken)(
	'%j runs in the script %s with the variables %j',
	async (words, script, taken, name) => {
		const { code, stderr } = await runWarmCommand(words, npmVariables(script, taken, name));
		expect([code, stderr]).toEqual([0, expect.not.stringContaining('npm')]);
	},
);

const npmVariables = (script: string, taken: object, name: string) => ({
	npm_package_name: name,
	npm_lifecycle_event: script,
	...Object.fromEntries(Object.entries(taken).map(([key, value]) => [`npm_config_${key}`, value])),
});
