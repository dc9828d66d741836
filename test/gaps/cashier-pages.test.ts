import { expect, test } from 'vitest';
import { cashierPath } from '../../simulator/contract/routes.ts';
import type { SettingsPatch } from '../../simulator/settings/settings.ts';
import { bringTo, openAt, postForm } from '../support/cashier.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';

const shared = useShared(startSandbox);

async function setup(settings: SettingsPatch, kind: 'card' | 'bank' = 'bank') {
	const sandbox = await startSandbox({ settings });
	return { sandbox, ...(await reachCashier(sandbox.url, kind)) };
}

test.each([
	['cashier.statusPath', '/pay'],
	['cashier.statusPath', '/pay/assets/x'],
	['cashier.statusPath', '/v2/status'],
	['cashier.statusPath', '/w/status'],
	['cashier.statusPath', '/metrics'],
	['cashier.statusPath', '/_sandbox/status'],
	['cashier.statusPath', '/Status'],
	['cashier.statusPath', '/status/'],
	['cashier.statusPath', '//status'],
	['cashier.statusPath', '/a/../b'],
	['cashier.statusPath', 'status'],
	['cashier.poll', 0],
	['cashier.poll', '2h'],
	['cashier.pages', { unknown: 500 }, 'cashier.pages.unknown'],
	['cashier.pages', { ended: 'gone' }, 'cashier.pages.ended'],
	['cashier.cancel', 'no'],
	['cashier.languages', ['en'], 'cashier.languages.0'],
	['cashier.languages', []],
	['cashier.languages', ['ES'], 'cashier.fallback'],
	['cashier.fallback', 'IT'],
	['return.auto', '2h'],
	['return.auto', -1],
	['return.showIn', ['opened']],
	['return.showIn', 'sometimes'],
	['cashier.live', 'socket'],
	['cashier.statusPath', '/pay/events'],
	['states.names', { confirmed: ' ' }, 'states.names.confirmed'],
	['states.names', { confirmed: 'x'.repeat(61) }, 'states.names.confirmed'],
	['states.names', { opened: 'Open' }, 'states.names.opened'],
])('%s = %j is refused, and the error names its path', async (path, value, param = path) => {
	const { url } = shared();
	const [group = '', name = ''] = path.split('.');
	const { status, body } = await send('PUT', `${url}/_sandbox/settings`, {
		[group]: { [name]: value },
	});
	expect([status, body.errors?.[0]?.param]).toEqual([400, param]);
	expect(body.fix).toBeTruthy();
});

test('the fallback must be one of the languages, and the fix names one', async () => {
	const sandbox = await startSandbox();
	const put = (cashier: object) => send('PUT', `${sandbox.url}/_sandbox/settings`, { cashier });
	const { body } = await put({ languages: ['ES', 'PT'] });
	expect(body.errors).toEqual([
		{
			param: 'cashier.fallback',
			detail: 'cashier.fallback must be one of ES, PT.',
			fix: 'Send, for example, cashier.fallback = "ES".',
		},
	]);
	expect((await put({ languages: ['ES', 'PT'], fallback: 'PT' })).status).toBe(200);
	const { page, sessionId } = await reachCashier(sandbox.url, 'card', { language: undefined });
	expect((await sandbox.payment(sessionId)).language).toBe('PT');
	expect((await openAt(page)).text).toContain('<html lang="pt" dir="ltr">');
});

test('a language without translations is shown and marked as English', async () => {
	const settings = { cashier: { languages: ['EN', 'IT'] } };
	const sandbox = await startSandbox({ settings });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card', { language: 'IT' });
	expect((await sandbox.payment(sessionId)).language).toBe('IT');
	expect((await openAt(page)).text).toContain('<html lang="en" dir="ltr">');
});

test('cashier.statusPath moves the status page, and the form stays at /pay', async () => {
	const { sandbox, page, sessionId } = await setup({ cashier: { statusPath: '/a/b/done' } });
	const status = `${sandbox.url}/a/b/done?sessionId=${sessionId}`;
	const early = await openAt(status);
	expect([early.status, early.headers.get('location')]).toEqual([
		303,
		`../../pay?sessionId=${sessionId}`,
	]);
	expect((await sandbox.payment(sessionId)).state).toBe('redirected');
	const { token } = await openAt(page);
	await postForm(page, { action: 'submit', token });
	const moved = await openAt(page);
	expect([moved.status, moved.headers.get('location')]).toEqual([
		303,
		`a/b/done?sessionId=${sessionId}`,
	]);
	const { text, state } = await openAt(status);
	expect(state).toBe('processing');
	const assets = [...text.matchAll(/(?:href|src)="([^"]*assets[^"]*)"/g)].map(([, to]) => to ?? '');
	expect(assets.length).toBeGreaterThan(2);
	for (const asset of assets) {
		expect([asset, (await fetch(new URL(asset, status))).status]).toEqual([asset, 200]);
	}
	expect((await post(status, {})).status).toBe(405);
	expect((await fetch(status, { method: 'HEAD' })).status).toBe(200);
	expect((await openAt(`${sandbox.url}/a/b/done`)).status).toBe(404);
	expect((await openAt(`${sandbox.url}/a/b`)).headers.get('content-type')).toContain('problem');
	await sandbox.configure({ cashier: { statusPath: null } });
	expect((await openAt(status)).headers.get('content-type')).toContain('problem');
	expect((await openAt(page)).state).toBe('processing');
});

test('a moved status page links to the form of the next attempt', async () => {
	const { sandbox, page, sessionId } = await setup({ cashier: { statusPath: '/a/done' } });
	await sandbox.act(sessionId, { action: 'steer', outcome: 'DECLINE,CHALLENGE' });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	const status = `${sandbox.url}/a/done?sessionId=${sessionId}`;
	const { text } = await openAt(status);
	const retry = /data-testid="pay-retry" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
	expect(retry).toBe(`../pay?sessionId=${sessionId}&retry=2`);
	const { token, status: shown } = await openAt(new URL(retry ?? '', status).href);
	expect(shown).toBe(200);
	await postForm(page, { action: 'submit', token });
	const challenge = await openAt(status);
	expect(challenge.headers.get('location')).toBe(`../pay?sessionId=${sessionId}`);
	expect((await openAt(page)).text).toContain('name="otp"');
});

test.each([200, 404, 410])('an unknown session gets %i on every path', async (unknown) => {
	const pages = { unknown };
	const sandbox = await startSandbox({ settings: { cashier: { pages, statusPath: '/done' } } });
	const query = '?sessionId=7d3e1c2a-0000-4000-8000-000000000000';
	for (const path of [cashierPath, '/done']) {
		const answer = await openAt(sandbox.url + path + query);
		expect([answer.status, answer.returnLink]).toEqual([unknown, null]);
	}
	const posted = await postForm(sandbox.url + cashierPath + query, { action: 'submit' });
	expect(posted.status).toBe(unknown);
	const { sessionId } = await startPayment(sandbox.url);
	expect((await openAt(`${sandbox.url}${cashierPath}?sessionId=${sessionId}`)).status).toBe(409);
});

test.each(['confirmed', 'declined', 'cancelled', 'expired'] as const)(
	'a payment that is %s shows no data when cashier.pages.ended is neutral',
	async (end) => {
		const { sandbox, page, sessionId } = await setup(
			{ cashier: { pages: { ended: 'neutral' } }, return: { auto: 0 } },
			'card',
		);
		expect((await openAt(page)).status).toBe(200);
		await bringTo(end, sandbox, sessionId);
		const { status, state, returnLink, refresh, text } = await openAt(page);
		expect([status, state, returnLink, refresh]).toEqual([410, null, null, null]);
		expect(text).not.toMatch(/COP|order-1001|shop\.example/);
	},
);

test('a declined payment with attempts left has not ended, and does not return automatically', async () => {
	const { sandbox, page, sessionId } = await setup(
		{ cashier: { pages: { ended: 'neutral' } }, return: { auto: '2s' } },
		'card',
	);
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	await sandbox.advance('5s');
	expect(await openAt(page)).toMatchObject({ status: 200, state: 'declined', refresh: null });
});

test.each(['processing', 'confirmed', 'declined', 'cancelled', 'expired'] as const)(
	'the return link can be limited to the state %s, and so is the automatic return',
	async (end) => {
		const settings = { return: { showIn: [end], auto: '90s' } };
		const { sandbox, page, sessionId } = await setup(settings, 'card');
		await bringTo(end, sandbox, sessionId);
		const shown = await openAt(page);
		expect(shown.returnLink).toBe('https://shop.example/return');
		const isFinal = end !== 'processing';
		expect(shown.refresh).toBe(isFinal ? '90; url=https://shop.example/return' : '3');
		expect(shown.text.includes('You will return to your account at the shop in 90 seconds.')).toBe(
			isFinal,
		);
		const stays = await openAt(`${page}&stay=1`);
		expect([stays.returnLink, stays.refresh]).toEqual([
			'https://shop.example/return',
			isFinal ? null : '3',
		]);
		await sandbox.configure({ return: { showIn: [] } });
		const hidden = await openAt(page);
		expect([hidden.state, hidden.returnLink]).toEqual([end, null]);
		expect(hidden.text).not.toContain('shop.example');
	},
);

test('with cashier.cancel = false, a cancel is refused with the reason', async () => {
	const { sandbox, sessionId } = await setup({ cashier: { cancel: false } });
	const address = `${sandbox.url}/_sandbox/payments/${sessionId}/act`;
	const { status, body } = await post(address, { action: 'cancel' });
	expect([status, body.code]).toEqual([409, 'cancel_not_offered']);
	expect(body.assumptions).toContain('D-38');
	await bringTo('confirmed', sandbox, sessionId);
	const late = await post(address, { action: 'submit' });
	expect(late.body.fix).not.toContain('cancel');
	expect((await sandbox.payment(sessionId)).state).toBe('confirmed');
});
