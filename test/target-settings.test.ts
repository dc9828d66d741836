/** A target with other settings than the stories expect: a run that fails names them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/command.ts';
import { createIo, run } from './support/merchant-run.ts';
import { startSandbox } from './support/sandbox.ts';

async function play(name: string, target: string) {
	const { io, written } = createIo();
	const { verdict, environment } = await run(undefined, [name], { target, io });
	return { verdict, notice: environment['settings of the target'], out: written.out };
}

test('a failed run names the settings that differ, without values and capacity limits', async () => {
	const settings = {
		defaultOutcome: 'DECLINE',
		limits: { maxPayments: 500 },
		journal: { mode: 'counters' },
	};
	const { url } = await startSandbox({ profile: 'sandbox', settings });
	const differing = await play('card/approved', url);
	expect(differing).toMatchObject({
		verdict: 'FAILED',
		notice: `${url} has other settings than the stories expect: defaultOutcome. If a story failed because of them, run it against a sandbox without these settings.`,
	});
	expect(differing.out).toContain(differing.notice);
	expect(await play('card/declined', url)).toMatchObject({ verdict: 'PASSED', notice: undefined });
});

test('a failed run with the default settings has no notice', async () => {
	const { url } = await startSandbox({ profile: 'sandbox' });
	const path = join(temporaryFolder(), 'own.mjs');
	writeFileSync(
		path,
		"export const own = { name: 'own/fails', title: 'It fails', tags: [], needs: 'calls', async run() { throw new Error('as planned'); } };",
	);
	expect(await play(path, url)).toMatchObject({ verdict: 'FAILED', notice: undefined });
});
