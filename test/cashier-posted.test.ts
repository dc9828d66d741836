/** Posted forms: their tokens, repeats, and what the sandbox stores of them. */
import { expect, test } from 'vitest';
import { approvedForm, openAt, postForm } from './support/cashier.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(startSandbox);

test('a form needs the token of its session and choice, and the origin of the cashier', async () => {
	const sandbox = shared();
	const mine = await reachCashier(sandbox.url, 'bank');
	const other = await reachCashier(sandbox.url, 'bank');
	const token = (await openAt(mine.page)).token;
	const foreign = (await openAt(other.page)).token;
	expect(token).not.toBe(foreign);
	const submit = (fields: Record<string, string>, headers = {}) =>
		postForm(mine.page, { action: 'submit', ...fields }, headers);
	expect((await submit({})).status).toBe(403);
	expect((await submit({ token: foreign })).status).toBe(403);
	expect((await submit({ token }, { Origin: 'https://evil.example' })).status).toBe(403);
	expect((await submit({ token }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
	expect((await sandbox.payment(mine.sessionId)).state).toBe('opened');
	const taken = await submit({ token });
	expect([taken.status, taken.headers.get('location')]).toEqual([
		303,
		`pay?sessionId=${mine.sessionId}`,
	]);
	expect((await submit({ token })).status).toBe(303);
	expect((await sandbox.payment(mine.sessionId)).attempts).toHaveLength(1);
});

test('the sandbox stores the first six and last four digits of a card, and nothing of a refused one', async () => {
	const lines: string[] = [];
	const sandbox = await startSandbox({ log: 'json', writeLog: (line) => lines.push(line) });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const token = (await openAt(page)).token;
	const fields = {
		cardholder: 'Ana',
		expirymonth: '12',
		expiryyear: '2030',
		cardcvv: '987',
		token,
		action: 'submit',
	};
	const refused = await postForm(page, { ...fields, cardnum: '4111111111111111' });
	expect(refused.status).toBe(400);
	// Random ids, which are longer than a card number, may have these digits.
	expect(refused.text.replace(/[\w-]{20,}/g, '')).not.toMatch(/4111|987/);
	await postForm(page, { ...fields, cardnum: '4242 4242-4242 4242' });
	const payment = await sandbox.payment(sessionId);
	expect(payment.attempts.map(({ card }) => card)).toEqual(['424242******4242']);
	const kept = JSON.stringify(payment) + lines.join('');
	expect(kept).not.toMatch(/4111111111111111|4242424242424242|\b987\b|sessionId=/);
	expect(lines.join('')).not.toContain(sessionId);
	expect(lines.length).toBeGreaterThan(3);
});

test('another choice of option invalidates the form of the previous one', async () => {
	const sandbox = shared();
	const { page, sessionId, cardId } = await reachCashier(sandbox.url, 'bank');
	const token = (await openAt(page)).token;
	await fetch(`${sandbox.url}/v2/hybrid-payment`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ sessionId, paymentOptionId: cardId }),
	});
	expect((await postForm(page, { action: 'submit', token })).status).toBe(403);
	expect((await sandbox.payment(sessionId)).option?.kind).toBe('card');
});

const reachChallenge = async ({ url }: { url: string }) => {
	const outcome = { 'X-Sandbox-Outcome': 'CHALLENGE,APPROVE' };
	const { page, sessionId } = await reachCashier(url, 'bank', {}, outcome);
	await postForm(page, { action: 'submit', token: (await openAt(page)).token });
	return { page, sessionId };
};

test.each([[[]], [['9999']]])(
	'after the wrong codes %j, the right code counts once',
	async (wrong) => {
		const sandbox = shared();
		const { page, sessionId } = await reachChallenge(sandbox);
		for (const otp of wrong) {
			await postForm(page, { action: 'otp', token: (await openAt(page)).token, otp });
		}
		const form = { action: 'otp', token: (await openAt(page)).token, otp: '1234' };
		const first = await postForm(page, form);
		const second = await postForm(page, form);
		const status = `pay?sessionId=${sessionId}`;
		const locations = [first, second].map(({ headers }) => headers.get('location'));
		expect(locations).toEqual([status, `${status}&notice=used`]);
		const { state, calls } = await sandbox.payment(sessionId);
		expect(state).toBe('processing');
		expect(calls.at(-1)).toMatchObject({ call: 'otp', result: 'form_used' });
	},
);

test('the page of a challenge has no effect after the challenge failed in another tab', async () => {
	const sandbox = shared();
	const { page, sessionId } = await reachChallenge(sandbox);
	const { token } = await openAt(page);
	await postForm(page, { action: 'otp', token, otp: '0000' });
	const cancelled = await postForm(page, { action: 'cancel', token });
	expect(cancelled.headers.get('location')).toBe(`pay?sessionId=${sessionId}&notice=used`);
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'declined', final: false });
	const retry = (await openAt(`${page}&retry=2`)).token;
	await postForm(page, { action: 'submit', token: retry });
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(2);
});

test('a form that is posted twenty times at once counts once', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { page, sessionId } = await reachCashier(
		sandbox.url,
		'bank',
		{},
		{ 'X-Sandbox-Outcome': 'DECLINE' },
	);
	const token = (await openAt(page)).token;
	const submits = Array.from({ length: 20 }, () => postForm(page, { action: 'submit', token }));
	const statuses = (await Promise.all(submits)).map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set([303]));
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'declined', attempts: [{}] });
	const retry = (await openAt(`${page}&retry=2`)).token;
	await postForm(page, { action: 'submit', token: retry });
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(2);
});

const wrongPlaces = ['cardholder', 'expirymonth', 'expiryyear'].flatMap((name) =>
	[
		'4539 5787-6362 1486',
		'4539.5787.6362.1486',
		'4539–5787–6362–1486',
		'４５３９５７８７６３６２１４８６',
	].map((typed) => [name, typed] as const),
);

test.each(wrongPlaces)(
	'a card number typed into %s as %s is refused and not shown again',
	async (name, typed) => {
		const sandbox = shared();
		const { page, sessionId } = await reachCashier(sandbox.url, 'card');
		const token = (await openAt(page)).token;
		const fields = { ...approvedForm, [name]: typed, token };
		const { status, text } = await postForm(page, fields);
		expect(status).toBe(400);
		expect(text.replace(/\D/g, '')).not.toContain('4539578763621486');
		// The page has random ids, which may contain these digits.
		expect(text).not.toMatch(new RegExp(`(?<![\\w-])${typed.slice(0, 4)}(?!\\w)`));
		expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	},
);
