import { request } from 'node:http';
import { expect, test } from 'vitest';
import { controlPaths, headerNames, servicePaths } from '../simulator/contract/routes.ts';
import {
	namesAt,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from './support/sandbox.ts';

const inHeader = (name: string) => ({ [headerNames.workspace]: name });

test('a call is for the workspace of its header, of its path, of both, or for the default one', async () => {
	const { url } = await startSandbox();
	const workspaceOf = async (path: string, headers: Record<string, string> = {}) =>
		(await send('GET', `${url}${path}/_sandbox/health`, undefined, headers)).body.workspace;
	expect(await workspaceOf('')).toBe('default');
	expect(await workspaceOf('', inHeader('team-a'))).toBe('team-a');
	expect(await workspaceOf('/w/team-a')).toBe('team-a');
	expect(await workspaceOf('/w/team-a', inHeader('team-a'))).toBe('team-a');
	expect(await workspaceOf('/w/default')).toBe('default');
	expect(await workspaceOf(`/w/${'a'.repeat(64)}`)).toBe('a'.repeat(64));
	for (const path of ['/w/team-a', '/w/team-a/']) {
		const { status, body } = await send('GET', url + path);
		expect([path, status]).toEqual([path, 200]);
		expect(body).toContain(`${url}/w/team-a/v2/payment-options`);
	}
});

test.each(['Team', 'a_b', 'a b', 'ä', '', 'a'.repeat(65), '%61', 'a,b'])(
	'the name %j is refused in both forms, with its rule',
	async (name) => {
		const { url } = await startSandbox();
		const refused = { status: 400, body: { code: 'invalid_workspace' } };
		const byPath = await post(`${url}/w/${name}${servicePaths.paymentOptions}`, {});
		expect(byPath).toMatchObject({
			...refused,
			body: { code: 'invalid_workspace', param: 'path' },
		});
		expect(byPath.body.detail).toContain('1 to 64');
		if (name === 'ä') return;
		expect(await post(url + servicePaths.paymentOptions, {}, inHeader(name))).toMatchObject(
			refused,
		);
		expect(await namesAt(url)).toEqual(['default']);
	},
);

test('a header and a path that disagree are refused, and two headers too', async () => {
	const { url } = await startSandbox();
	const conflict = await send('GET', `${url}/w/a/_sandbox/health`, undefined, inHeader('b'));
	expect(conflict).toMatchObject({ status: 400, body: { code: 'workspace_conflict' } });
	const status = await new Promise((resolve, reject) => {
		const headers = { [headerNames.workspace]: ['a', 'b'] };
		const call = request(`${url}/_sandbox/health`, { headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		});
		call.on('error', reject).end();
	});
	expect(status).toBe(400);
});

test('paths stay strict, and doors shut, behind the front of a workspace', async () => {
	const { url } = await startSandbox({ host: '0.0.0.0', controlToken: 'a-token-of-mine' });
	for (const path of ['/W/a/v2/payment-options', '/w', '/w/a/V2/payment-options', '/w/a/pay/']) {
		const { status, body } = await post(url + path, {});
		expect([path, status, body.code]).toEqual([path, 404, 'path_not_found']);
	}
	const nested = await send('GET', `${url}/w/a/w/b/pay`);
	expect([nested.status, nested.body.code]).toEqual([404, 'path_not_found']);
	const control = (path: string, headers: Record<string, string> = {}) =>
		send('GET', `${url}/w/a/_sandbox/${path}`, undefined, headers);
	expect((await control('settings')).status).toBe(401);
	expect((await control('settings', { Authorization: 'Bearer a-token-of-mine' })).status).toBe(200);
	expect((await control('health')).body).toEqual({ ready: true });
	const origin = { Origin: 'https://evil.example' };
	expect((await post(`${url}/w/a/_sandbox/reset`, undefined, origin)).status).toBe(403);
	expect((await send('POST', `${url}/w/a/pay`, undefined, origin)).status).toBe(403);
});

test('the same seed and references in two workspaces: nothing of one reaches the other', async () => {
	const settings = { defaultOutcome: { APPROVE: 0.5, DECLINE: 0.5 } } as const;
	const sandbox = await startSandbox({ settings });
	const outcomesIn = async (name: string, order: readonly number[]) => {
		const { url, act } = await sandbox.workspace(name);
		const found: unknown[] = [];
		for (const index of order) {
			const paymentReference = `order-${index}`;
			const { sessionId } = await reachCashier(url, 'card', { paymentReference });
			found[index] = (await act(sessionId, { action: 'submit' })).fate?.outcome;
		}
		return found;
	};
	const order = Array.from({ length: 24 }, (_, index) => index);
	const alone = await outcomesIn('a', order);
	const other = await outcomesIn('b', order);
	expect(other).not.toEqual(alone);
	const { body } = await send('GET', `${sandbox.url}/w/a/_sandbox/payments?reference=order-3`);
	expect(body.payments).toHaveLength(1);
	await (await sandbox.workspace('a')).reset();
	expect(await outcomesIn('a', order.toReversed())).toEqual(alone);

	const a = await sandbox.workspace('a');
	const b = await sandbox.workspace('b');
	await a.advance('2h');
	await a.configure({ cashier: { maxAttempts: 7 } });
	const clock = async (url: string) => (await send('GET', `${url}/_sandbox/clock`)).body.now;
	expect(await clock(a.url)).toBe('2027-01-01T02:00:00.000Z');
	for (const { url } of [b, sandbox]) {
		expect(await clock(url)).toBe('2027-01-01T00:00:00.000Z');
		expect((await send('GET', `${url}/_sandbox/settings`)).body.cashier.maxAttempts).toBe(3);
	}
	const live = async (url: string) =>
		(await send('GET', `${url}/_sandbox/payments`)).body.payments.length;
	await a.close();
	expect([await live(a.url), await live(b.url)]).toEqual([0, 24]);
	expect(await namesAt(sandbox.url)).toEqual(['default', 'b']);
});

test('a session of one workspace is unknown in every other, on the page and in the calls', async () => {
	const sandbox = await startSandbox();
	const { url } = await sandbox.workspace('a');
	const { page, sessionId, cardId } = await reachCashier(url, 'card');
	expect(page).toBe(`${sandbox.url}/w/a/pay?sessionId=${sessionId}`);
	const byDefault = await reachCashier(sandbox.url, 'card');
	expect(byDefault.page).toBe(`${sandbox.url}/pay?sessionId=${byDefault.sessionId}`);
	for (const front of ['', '/w/b']) {
		const strange = await send('GET', `${sandbox.url}${front}/pay?sessionId=${sessionId}`);
		expect([front, strange.status]).toEqual([front, 404]);
		expect(strange.body).toContain('Payment not found');
		const body = { sessionId, paymentOptionId: cardId };
		const call = await post(sandbox.url + front + servicePaths.hybridPayment, body);
		expect([front, call.status, call.body.code]).toEqual([front, 404, 'session_not_found']);
	}
});

test('the link carries the workspace that the header named, behind any public address', async () => {
	const { url } = await startSandbox({ publicUrl: 'https://pay.example/base/' });
	const { sessionId, cardId } = await startPayment(url, {}, inHeader('shop-1'));
	const body = { sessionId, paymentOptionId: cardId };
	const { body: answer } = await post(url + servicePaths.hybridPayment, body, inHeader('shop-1'));
	const link = `https://pay.example/base/w/shop-1/pay?sessionId=${sessionId}`;
	expect(answer.result.redirectUrl).toBe(link);
});

test('a public address is in the link as it was given, with characters that JSON escapes', async () => {
	const publicUrl = 'https://pay.example/a\\b"c';
	const { url } = await startSandbox({ publicUrl });
	const { page, sessionId } = await reachCashier(url, 'card');
	expect(page).toBe(`${publicUrl}/pay?sessionId=${sessionId}`);
});

test('latency drawn for refused calls in one workspace is the same whatever others do', async () => {
	const law = {
		mixture: [
			{ weight: 1, law: 'none' },
			{ weight: 1, law: { fixed: 5 } },
		],
	};
	const sandbox = await startSandbox({ settings: { latency: { default: law } } });
	const target = await sandbox.workspace('a', {});
	const draws = async (disturb: boolean) => {
		await target.reset();
		const held: boolean[] = [];
		for (let index = 0; index < 12; index += 1) {
			if (disturb) await post(sandbox.url + servicePaths.hybridPayment, {});
			const { headers } = await post(target.url + servicePaths.hybridPayment, {});
			const injectedMs = /injected;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1];
			held.push(Number(injectedMs) > 0);
		}
		return held;
	};
	const alone = await draws(false);
	expect(new Set(alone).size).toBe(2);
	expect(await draws(true)).toEqual(alone);
});

test('a deletion forgets the calls that named a workspace which was never created', async () => {
	const { url } = await startSandbox();
	const base = `${url}/w/team-a`;
	const refuse = () => post(base + servicePaths.hybridPayment, {});
	const entries = async () => (await send('GET', base + controlPaths.journal)).body.entries;
	await refuse();
	await refuse();
	expect(await entries()).toHaveLength(2);
	const path = `${url}${controlPaths.workspaces}/team-a`;
	expect((await send('DELETE', path)).body).toMatchObject({ removed: false, payments: 0 });
	expect(await entries()).toEqual([]);
	await refuse();
	expect(await entries()).toHaveLength(1);
	const one = { match: { endpoint: 'hybridPayment' }, times: 1 };
	expect((await post(base + controlPaths.verify, one)).body).toMatchObject({ ok: true });
});
