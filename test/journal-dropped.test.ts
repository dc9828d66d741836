/** The journal drops a workspace: only questions about this workspace are uncertain afterwards. */
import { afterEach, expect, test, vi } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { options } from './support/calls.ts';
import type { Sandbox } from './support/sandbox.ts';
import { send, startSandbox } from './support/sandbox.ts';
import { ask } from './support/verify.ts';

const journalEntries = 10;

afterEach(() => void vi.useRealTimers());

async function setup() {
	const sandbox = await startSandbox({ settings: { limits: { journalEntries } } });
	return { sandbox, at: (name: string) => ({ url: `${sandbox.url}/w/${name}` }) };
}

let pauses = 0;

/** Lets an hour pass without a call. The time of this process never goes back, so each pause adds to the earlier ones. */
function pause() {
	pauses += 1;
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + pauses * 3_600_001 });
}

/** The calls of another workspace fill the journal, which then drops the idle workspaces. */
async function fillJournal({ url }: Pick<Sandbox, 'url'>) {
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

test('a workspace that was created before another one is dropped stays certain', async () => {
	const { sandbox, at } = await setup();
	await options(at('idle'));
	pause();
	await send('PUT', `${sandbox.url}${controlPaths.workspaces}/new`, {});
	await fillJournal(sandbox);
	for (const name of ['new', 'unnamed-so-far']) {
		await options(at(name));
		expect(await certainty(at(name))).toEqual(certain);
	}
	expect((await send('GET', at('idle').url + controlPaths.journal)).body.entries).toEqual([]);
	expect(await certainty(at('idle'))).toEqual(uncertain);
});

test('the calls before the first payment are not forgotten silently when the journal drops them', async () => {
	const { sandbox, at } = await setup();
	const named = at('only-named');
	await options(named, { amount: -1 });
	pause();
	await fillJournal(sandbox);
	await options(named);
	expect(await certainty(named)).toEqual(uncertain);
	await send('POST', named.url + controlPaths.reset);
	await options(named);
	expect(await certainty(named)).toEqual(certain);
});
