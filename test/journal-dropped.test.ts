/** The journal drops a workspace: only questions about this workspace are uncertain afterwards. */
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { findFaketime } from './parts/faketime.ts';
import { options } from './support/calls.ts';
import { startServe } from './support/command.ts';
import { createMachineClock } from './support/machine-clock.ts';
import { send } from './support/sandbox.ts';
import { ask } from './support/verify.ts';

const journalEntries = 10;
const faketime = findFaketime();

/** A server with a clock that the test sets. `pause` lets an hour pass without a call. */
async function setup() {
	const { setClock, env } = createMachineClock(faketime);
	const { url } = await startServe(['--set', `limits.journalEntries=${journalEntries}`], env);
	return { url, at: (name: string) => ({ url: `${url}/w/${name}` }), pause: () => setClock(3_601) };
}

/** The calls of another workspace fill the journal, which then drops the idle workspaces. */
async function fillJournal(url: string) {
	for (let count = 0; count <= journalEntries; count += 1) await options({ url: `${url}/w/busy` });
}

async function certainty(workspace: { url: string }) {
	const once = { match: { endpoint: 'paymentOptions', status: 200 }, times: 1 };
	const { ok, complete } = await ask(workspace, once);
	const findings = await send('GET', workspace.url + controlPaths.findings);
	return { ok, complete, findings: findings.body.complete };
}

const certain = { ok: true, complete: true, findings: true };
const uncertain = { ok: false, complete: false, findings: false };

test.skipIf(faketime === null)(
	'a workspace that was created before another one is dropped stays certain',
	async () => {
		const { url, at, pause } = await setup();
		await options(at('idle'));
		pause();
		await send('PUT', `${url}${controlPaths.workspaces}/new`, {});
		await fillJournal(url);
		for (const name of ['new', 'unnamed-so-far']) {
			await options(at(name));
			expect(await certainty(at(name))).toEqual(certain);
		}
		expect((await send('GET', at('idle').url + controlPaths.journal)).body.entries).toEqual([]);
		// It has expired too.
		// It has expired too.
		expect(await certainty(at('idle'))).toEqual(uncertain);
	},
);

test.skipIf(faketime === null)(
	'a workspace is uncertain after the journal dropped its calls before the first payment',
	async () => {
		const { url, at, pause } = await setup();
		const named = at('only-named');
		await options(named, { amount: -1 });
		pause();
		await fillJournal(url);
		await options(named);
		expect(await certainty(named)).toEqual(uncertain);
		await send('POST', named.url + controlPaths.reset);
		await options(named);
		expect(await certainty(named)).toEqual(certain);
	},
);
