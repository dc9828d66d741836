import { expect, test } from 'vitest';
import { openAt } from './support/cashier.ts';
import { eventsOf, listen } from './support/events.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

test('a stream sends each change, ends with the final state, and a reconnect gets 204', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '7s' } } });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const stream = await listen(page);
	expect([stream.status, stream.headers.get('content-type')]).toEqual([
		200,
		'text/event-stream; charset=utf-8',
	]);
	expect(stream.headers.get('cache-control')).toBe('no-store');
	expect(stream.headers.get('x-accel-buffering')).toBe('no');
	expect(await stream.next()).toMatchObject({ state: 'redirected', final: false });
	await sandbox.act(sessionId, { action: 'submit' });
	expect(await stream.next()).toMatchObject({ state: 'processing', final: false });
	await sandbox.advance('5s');
	const last = await stream.next();
	expect(last).toMatchObject({ state: 'confirmed', final: true });
	expect(await stream.next()).toBeNull();
	const again = await listen(page);
	expect([await again.next(), await again.next()]).toEqual([last, null]);
	expect((await listen(page, { 'Last-Event-ID': last?.id ?? '' })).status).toBe(204);
	const { headers } = await openAt(page);
	expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
});

test('a stream sends planned changes on a real clock, and a decline with attempts left does not end it', async () => {
	const processing = { default: { fixed: 300 } };
	const sandbox = await startSandbox({ clock: 'real', settings: { processing } });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	const stream = await listen(page);
	expect(await stream.next()).toMatchObject({ state: 'processing' });
	expect(await stream.next()).toMatchObject({ state: 'declined', final: false });
	await sandbox.act(sessionId, { action: 'cancel' });
	expect(await stream.next()).toMatchObject({ state: 'cancelled', final: true });
	expect(await stream.next()).toBeNull();
});

test('a slow confirmation, a changed setting and an advanced clock are sent too', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
	const stream = await listen(page);
	const seen = [await stream.next()];
	await sandbox.advance('5s');
	seen.push(await stream.next());
	await sandbox.advance('1s');
	seen.push(await stream.next());
	await sandbox.configure({ return: { showIn: 'after-final' } });
	seen.push(await stream.next());
	await sandbox.act(sessionId, { action: 'steer', return: 'before-final' });
	seen.push(await stream.next());
	expect(seen.map((event) => event?.state)).toEqual(Array(5).fill('processing'));
	expect(new Set(seen.map((event) => event?.id)).size).toBe(5);
});

test('the page has the id of the event it shows, and the address of the stream', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { statusPath: '/checkout/done' } } });
	const workspace = await sandbox.workspace('team-a');
	for (const { url, act } of [sandbox, workspace]) {
		const { page, sessionId } = await reachCashier(url, 'card');
		await act(sessionId, { action: 'submit' });
		const stream = await listen(page);
		const shownAt = page.replace('/pay?', '/checkout/done?');
		const { text } = await openAt(shownAt);
		const events = /data-events="([^"]*)"/.exec(text)?.[1] ?? '';
		expect(new URL(events, shownAt).href).toBe(eventsOf(page));
		expect((await stream.next())?.id).toBe(/data-version="([^"]*)"/.exec(text)?.[1]);
	}
});

test('a session that is unknown, not ready or of another workspace has no stream', async () => {
	const sandbox = await startSandbox();
	const { page, transactionId, sessionId } = await reachCashier(sandbox.url, 'card');
	const created = await startPayment(sandbox.url);
	const other = page.replace('/pay?', '/w/team-a/pay?');
	const addresses = [
		page.replace(sessionId, transactionId),
		page.replace(sessionId, created.sessionId),
		page.replace(sessionId, '7d3e1c2a-0000-4000-8000-000000000000'),
		page.replace(/\?.*/, '?'),
		other,
	];
	for (const address of addresses) {
		const { status, body } = await send('GET', eventsOf(address));
		expect([address, status, body]).toEqual([address, 404, '']);
	}
	expect((await send('POST', eventsOf(page))).status).toBe(405);
	const head = await fetch(eventsOf(page), { method: 'HEAD' });
	expect(head.headers.get('content-length')).toBeNull();
	expect([head.status, await head.text()]).toEqual([200, '']);
	expect((await sandbox.payment(sessionId)).state).toBe('redirected');
});

test('a hidden end is sent without the state', async () => {
	const settings = { cashier: { pages: { ended: 'neutral' as const } } };
	const sandbox = await startSandbox({ settings });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const stream = await listen(page);
	await stream.next();
	await sandbox.advance('5s');
	expect(await stream.next()).toMatchObject({ state: null, final: true });
	expect((await send('GET', eventsOf(page))).status).toBe(404);
});

test('a hidden end is the last event, even when the payment may be confirmed late', async () => {
	const settings = { cashier: { pages: { ended: 'neutral' as const } } };
	const sandbox = await startSandbox({ settings });
	const late = { 'X-Sandbox-Outcome': 'LATE' };
	const { page, sessionId } = await reachCashier(sandbox.url, 'bank', {}, late);
	await sandbox.act(sessionId, { action: 'submit' });
	const stream = await listen(page);
	expect(await stream.next()).toMatchObject({ state: 'processing', final: false });
	await sandbox.advance('30m');
	expect((await openAt(page)).status).toBe(410);
	expect(await stream.next()).toMatchObject({ state: null, final: true });
	expect(await stream.next()).toBeNull();
	expect((await send('GET', eventsOf(page))).status).toBe(404);
	await sandbox.advance('1d');
	expect((await sandbox.payment(sessionId)).state).toBe('confirmed');
	expect((await send('GET', eventsOf(page))).status).toBe(404);
});

test('the limits for a session and for the process refuse more streams until one closes', async () => {
	const limits = { eventStreams: 3, eventStreamsPerSession: 2 };
	const sandbox = await startSandbox({ settings: { limits } });
	const one = await reachCashier(sandbox.url, 'card');
	const two = await reachCashier(sandbox.url, 'card');
	const first = await listen(one.page);
	await listen(one.page);
	const refused = await send('GET', eventsOf(one.page));
	expect(refused).toMatchObject({ status: 503, body: { code: 'too_many_event_streams' } });
	expect(refused.body.detail).toContain(
		'2 event streams are open, as many as limits.eventStreamsPerSession',
	);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await listen(two.page)).status).toBe(200);
	expect((await send('GET', eventsOf(two.page))).body.detail).toContain('limits.eventStreams ');
	first.leave();
	await expect.poll(async () => (await listen(one.page)).status).toBe(200);
});

test('a stream is no call in flight, and ends at once when the sandbox stops', async () => {
	const sandbox = await startSandbox({ drain: '1m' });
	const { page } = await reachCashier(sandbox.url, 'card');
	const stream = await listen(page);
	await stream.next();
	expect(sandbox.callsInFlight()).toBe(0);
	await sandbox.close();
	expect(await stream.next()).toBeNull();
});

test('a stream has the latency of the cashier and is in the journal', async () => {
	const latency = { cashier: { fixed: 120 } };
	const sandbox = await startSandbox({ settings: { latency } });
	const { page, transactionId } = await reachCashier(sandbox.url, 'card');
	const stream = await listen(page);
	expect(stream.headers.get('server-timing')).toMatch(/injected;dur=1[2-9]\d/);
	const { body } = await send('GET', `${sandbox.url}/_sandbox/journal?limit=1`);
	expect(body.entries[0]).toMatchObject({
		endpoint: 'cashier',
		path: '/pay/events',
		transactionId,
		response: null,
	});
});

test('a reset of the workspace ends the streams of its payments', async () => {
	const sandbox = await startSandbox();
	const { page } = await reachCashier(sandbox.url, 'card');
	const stream = await listen(page);
	await stream.next();
	await send('POST', `${sandbox.url}/_sandbox/reset`);
	expect(await stream.next()).toBeNull();
});
