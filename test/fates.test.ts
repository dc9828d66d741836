import { expect, test } from 'vitest';
import type { Outcome } from '../simulator/contract/test-values.ts';
import { outcomes, testCards } from '../simulator/contract/test-values.ts';
import { openAt, postForm } from './support/cashier.ts';
import { courseOf, courses } from './support/courses.ts';
import {
	listBanks,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from './support/sandbox.ts';

test('every test card and every test bank has its listed outcome', async () => {
	const sandbox = await startSandbox();
	for (const { number, outcome } of testCards) {
		const { sessionId } = await reachCashier(sandbox.url, 'card');
		const { course } = await courseOf(sandbox, sessionId, { card: number });
		expect([number, course]).toEqual([number, courses[outcome]]);
	}
	const { sessionId, bankId } = await startPayment(sandbox.url);
	const sims = (await listBanks(sandbox.url, sessionId, bankId)).filter(({ name }) =>
		/^SIM Bank/.test(name),
	);
	expect(sims.length).toBeGreaterThan(8);
	for (const { id, name } of sims) {
		const payment = await startPayment(sandbox.url);
		const choice = { sessionId: payment.sessionId, paymentOptionId: payment.bankId, optionId: id };
		await post(`${sandbox.url}/v2/hybrid-payment`, choice);
		const { course, outcome } = await courseOf(sandbox, payment.sessionId);
		expect([name, course]).toEqual([name, courses[outcome as Outcome]]);
	}
});

test('a challenge: the right code passes, 0000 and the third wrong code decline, no code expires', async () => {
	const sandbox = await startSandbox();
	const challenged = async (submit: object = {}) => {
		const { sessionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(sessionId, { action: 'submit', card: '4000000000003220', ...submit });
		return sessionId;
	};
	const otp = (id: string, code: string) => sandbox.act(id, { action: 'otp', otp: code });
	const passing = await challenged();
	const again = await sandbox.act(passing, { action: 'submit' });
	expect([again.attempts.length, again.challenge]).toEqual([1, { wrongCodes: 0 }]);
	expect((await otp(passing, '1234')).state).toBe('processing');
	await sandbox.advance('5s');
	expect((await sandbox.payment(passing)).state).toBe('confirmed');

	const failed = await otp(await challenged(), '0000');
	expect([failed.state, failed.fate?.reason]).toEqual(['declined', 'authentication_failed']);
	const guessing = await challenged();
	await otp(guessing, '1');
	expect((await otp(guessing, '2')).challenge).toEqual({ wrongCodes: 2 });
	expect((await otp(guessing, '3')).state).toBe('declined');

	const declinedAfter = await challenged({ card: '4000008400001629' });
	await otp(declinedAfter, '1234');
	await sandbox.advance('5s');
	expect(await sandbox.payment(declinedAfter)).toMatchObject({
		state: 'declined',
		fate: { outcome: 'CHALLENGE', reason: 'generic_decline' },
	});

	const steered = await challenged();
	const late = await post(`${sandbox.url}/_sandbox/payments/${steered}/act`, {
		action: 'steer',
		outcome: 'CHALLENGE',
	});
	expect(late).toMatchObject({ status: 409, body: { code: 'challenge_too_late' } });
	await sandbox.act(steered, { action: 'steer', outcome: 'FUNDS' });
	await otp(steered, '1234');
	await sandbox.advance('5s');
	expect((await sandbox.payment(steered)).fate).toMatchObject({
		outcome: 'FUNDS',
		cause: 'steer = FUNDS',
	});
	const nothing = await post(`${sandbox.url}/_sandbox/payments/${steered}/act`, {
		action: 'otp',
		otp: '1',
	});
	expect(nothing).toMatchObject({ status: 409, body: { code: 'not_allowed_in_state' } });
});

test('an unknown keyword is an error in the header, and only a warning in the e-mail address and the reference', async () => {
	const { url } = await startSandbox();
	const request = {
		country: 'CO',
		currency: 'COP',
		amount: 1,
		redirectUrl: 'https://a.example/',
		customer: {},
	};
	const refused = await post(`${url}/v2/payment-options`, request, {
		'X-Sandbox-Outcome': 'perhaps',
	});
	expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_outcome' } });
	for (const outcome of outcomes) expect(refused.body.fix).toContain(outcome);
	const honest = await post(`${url}/v2/payment-options`, {
		...request,
		paymentReference: 'SIM-CARD-17',
	});
	expect(honest.headers.get('x-sandbox-warnings')).toContain('unknown_outcome_keyword');
});

test('an outcome that only cards have is a generic decline of a bank, with one warning', async () => {
	const sandbox = await startSandbox();
	const { url } = sandbox;
	const expired = { 'X-Sandbox-Outcome': 'EXPCARD' };
	const act = async (sessionId: string, action: string) => {
		const path = `${url}/_sandbox/payments/${sessionId}/act`;
		const { headers } = await send('POST', path, { action });
		return headers.get('x-sandbox-warnings');
	};
	const { sessionId } = await reachCashier(url, 'bank', {}, expired);
	expect(await act(sessionId, 'submit')).toBe('card_outcome_without_card');
	expect((await sandbox.payment(sessionId)).fate).toMatchObject({
		outcome: 'EXPCARD',
		reason: 'generic_decline',
	});
	expect(await act(sessionId, 'return')).toBeNull();

	const { page } = await reachCashier(url, 'bank', {}, expired);
	const shown = await (await fetch(page)).text();
	const [, token = ''] = /name="token" value="([^"]+)"/.exec(shown) ?? [];
	const submitted = await fetch(page, {
		method: 'POST',
		body: new URLSearchParams({ action: 'submit', token }),
		redirect: 'manual',
	});
	expect(submitted.status).toBe(303);
	expect(submitted.headers.get('x-sandbox-warnings')).toBe('card_outcome_without_card');
	expect((await fetch(page)).headers.get('x-sandbox-warnings')).toBeNull();
});

test('an empty code is an error, on the page and by act, and does not count as a wrong code', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000003220' });
	const before = await sandbox.payment(sessionId);
	const { token } = await openAt(page);
	for (const otp of [{}, { otp: '' }, { otp: '  ' }]) {
		const { status, text } = await postForm(page, { action: 'otp', token, ...otp });
		expect([status, text.includes('id="otp-error">Code is required.')]).toEqual([400, true]);
	}
	const address = `${sandbox.url}/_sandbox/payments/${sessionId}/act`;
	expect(await post(address, { action: 'otp', otp: ' ' })).toMatchObject({
		status: 400,
		body: { code: 'form_refused', param: 'otp', detail: 'otp is required.' },
	});
	const { state, attempts, challenge } = before;
	expect(await sandbox.payment(sessionId)).toMatchObject({ state, attempts, challenge });
	expect((await postForm(page, { action: 'otp', token, otp: '1234' })).status).toBe(303);
	expect(await post(address, { action: 'otp', otp: '' })).toMatchObject({
		status: 409,
		body: { code: 'not_allowed_in_state' },
	});
});

test('a payment in processing cannot be steered to CANCEL: nothing leads from there to cancelled', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	const steer = { action: 'steer', outcome: 'CANCEL' };
	const { status, body } = await post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, steer);
	expect([status, body.code]).toEqual([409, 'cancel_too_late']);
	expect((await sandbox.payment(sessionId)).state).toBe('processing');
});
