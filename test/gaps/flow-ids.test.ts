import { expect, test } from 'vitest';
import {
	cashierEvents,
	cashierPath,
	controlPaths,
	headerNames,
	servicePaths,
} from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { postForm } from '../support/cashier.ts';
import type { Answer } from '../support/sandbox.ts';
import { listBanks, post, send, startPayment, startSandbox } from '../support/sandbox.ts';

type Refusal = Pick<Answer, 'status' | 'headers'>;

const ofCatalog = { ids: { optionScope: 'catalog' } };
const ofSession = { ids: { suboptionScope: 'session' } };

async function setup(settings: object, options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ ...options, settings });
	const choose = (body: object) => post(sandbox.url + servicePaths.hybridPayment, body);
	/** A payment whose banks were listed. */
	const begin = async (changes = {}) => {
		const payment = await startPayment(sandbox.url, changes);
		const banks = await listBanks(sandbox.url, payment.sessionId, payment.bankId);
		return { ...payment, banks };
	};
	return { sandbox, choose, begin };
}

test('option ids of the scope catalog stay the same after a restart, and differ by seed', async () => {
	const idsOf = async (seed: number) => {
		const { sandbox } = await setup(ofCatalog, { seed });
		const { paymentOptions } = await startPayment(sandbox.url);
		return paymentOptions.map(({ paymentOptionId }) => paymentOptionId);
	};
	const first = await idsOf(1);
	expect(await idsOf(1)).toEqual(first);
	const all = [...first, ...(await idsOf(2))];
	expect(new Set(all).size).toBe(all.length);
});

test('an option id of the scope catalog is valid only where its option is offered', async () => {
	const { choose, begin } = await setup(ofCatalog);
	const mine = await begin();
	const mexican = await begin({ country: 'MX', currency: 'MXN' });
	expect(mexican.cardId).toBe(mine.cardId);
	const { sessionId } = mexican;
	const foreign = await choose({ sessionId, paymentOptionId: mine.bankId, optionId: 'co-pse-01' });
	expect(foreign).toMatchObject({ status: 404, body: { code: 'option_not_in_session' } });
	expect((await choose({ sessionId, paymentOptionId: mine.cardId })).status).toBe(200);
});

test.each([
	['session', 'catalog'],
	['catalog', 'session'],
])('ids from the scope %s stay valid after a change to the scope %s', async (scope, other) => {
	const both = (value: string) => ({ ids: { optionScope: value, suboptionScope: value } });
	const { sandbox, choose, begin } = await setup(both(scope));
	const before = await begin();
	await sandbox.configure(both(other));
	const { sessionId, bankId: paymentOptionId, banks } = before;
	expect(await listBanks(sandbox.url, sessionId, paymentOptionId)).toEqual(banks);
	const bank = banks[3];
	const { status } = await choose({ sessionId, paymentOptionId, optionId: bank?.id });
	expect(status).toBe(200);
	const { option, suboption } = await sandbox.payment(sessionId);
	expect(option?.id).toBe(paymentOptionId);
	expect(suboption).toEqual({ id: bank?.id, name: bank?.name });
	const after = await begin();
	expect(after.banks[3]?.id).not.toBe(bank?.id);
	expect(after.banks[3]?.name).toBe(bank?.name);
});

test('suboption ids of the scope session are unique, and none is a uuid', async () => {
	const { begin } = await setup(ofSession);
	const ids = [...(await begin()).banks, ...(await begin()).banks].map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
});

test('suboption ids of the scope session are valid only in their session', async () => {
	const { choose, begin } = await setup(ofSession);
	const [mine, other] = [await begin(), await begin()];
	const { sessionId, bankId: paymentOptionId } = mine;
	for (const optionId of [other.banks[0]?.id, 'co-pse-01', 'mx-transfer-01']) {
		const { status, body } = await choose({ sessionId, paymentOptionId, optionId });
		expect([status, body.code]).toEqual([404, 'suboption_not_found']);
		expect(body.assumptions).toContain('D-28');
	}
	const { body } = await choose({ sessionId, paymentOptionId, optionId: mine.banks[0]?.uuid });
	expect(body.code).toBe('suboption_uuid_sent');
	expect(body.fix).toContain(mine.banks[0]?.id);
});

test('a bank with an id of the scope session keeps its name on the page, its delay and its outcome', async () => {
	const { sandbox, choose, begin } = await setup(ofSession);
	await sandbox.configure({ processing: { banks: { 'co-pse-02': { fixed: '7m' } } } });
	const { sessionId, bankId: paymentOptionId, banks } = await begin();
	const chosen = await choose({ sessionId, paymentOptionId, optionId: banks[1]?.id });
	const { body: page } = await send('GET', chosen.body.result.redirectUrl);
	expect(page).toContain(banks[1]?.name);
	const { timeline } = await sandbox.act(sessionId, { action: 'submit' });
	const [processing, confirmed] = timeline.slice(-2).map(({ at }) => Date.parse(at));
	expect((confirmed ?? 0) - (processing ?? 0)).toBe(7 * 60_000);

	const test = await begin();
	const declines = test.banks.find(({ name }) => /declines/.test(name));
	await choose({
		sessionId: test.sessionId,
		paymentOptionId: test.bankId,
		optionId: declines?.id,
	});
	const { fate } = await sandbox.act(test.sessionId, { action: 'submit' });
	expect(fate?.outcome).toBe('DECLINE');
});

test('with ids.acceptUuidAsOptionId, a uuid makes the same choice as the id', async () => {
	const { choose, begin, sandbox } = await setup({
		ids: { acceptUuidAsOptionId: true },
		hybrid: { repeat: 'same' },
	});
	const { sessionId, bankId: paymentOptionId, banks } = await begin();
	const byUuid = await choose({ sessionId, paymentOptionId, optionId: banks[2]?.uuid });
	const byId = await choose({ sessionId, paymentOptionId, optionId: banks[2]?.id });
	expect(byId).toMatchObject({ status: 200, body: byUuid.body });
	expect(byId.headers.get('x-sandbox-assumptions')).not.toContain('D-29');
	expect((await sandbox.payment(sessionId)).suboption?.id).toBe(banks[2]?.id);
	const other = await choose({ sessionId, paymentOptionId, optionId: banks[4]?.uuid });
	expect(other.status).toBe(409);
});

test('the refusal of an id cites the case of UUIDs (D-45) only for a UUID in another case', async () => {
	const { sandbox, choose, begin } = await setup({});
	const { sessionId, bankId: paymentOptionId, cardId, banks } = await begin();
	const at = (path: string, session: string) => `${sandbox.url}${path}?sessionId=${session}`;
	const list = (body: object) => post(sandbox.url + servicePaths.paymentSuboptions, body);
	const payments = `${sandbox.url}${controlPaths.payments}/`;
	const refusals: [id: string | undefined, refuse: (id: string) => Promise<Refusal>][] = [
		[sessionId, (id) => choose({ sessionId: id, paymentOptionId: cardId })],
		[sessionId, (id) => list({ sessionId: id, paymentOptionId })],
		[paymentOptionId, (id) => list({ sessionId, paymentOptionId: id })],
		[cardId, (id) => choose({ sessionId, paymentOptionId: id })],
		[banks[0]?.uuid, (id) => choose({ sessionId, paymentOptionId, optionId: id })],
		[sessionId, (id) => send('GET', payments + id)],
		[sessionId, (id) => send('GET', at(cashierPath, id))],
		[sessionId, (id) => postForm(at(cashierPath, id), { action: 'cancel' })],
		[sessionId, (id) => send('GET', at(cashierEvents, id))],
	];
	for (const [id = '', refuse] of refusals) {
		const seen = async (sent: string) => {
			const { status, headers } = await refuse(sent);
			const named = headers.get(headerNames.assumptions) ?? '';
			return { status, citesCase: named.includes('D-45') };
		};
		expect(await seen(id.toUpperCase())).toEqual({ status: 404, citesCase: true });
		const unknown = '7d3e1c2a-0000-4000-8000-000000000000';
		expect(await seen(unknown)).toEqual({ status: 404, citesCase: false });
		expect((await seen('ORDER-ABC')).citesCase).toBe(false);
	}
});
