/** What the control API refuses, and what it then says. */
import { expect, test } from 'vitest';
import { post, reachCashier, send, startSandbox } from './support/sandbox.ts';

test.each([
	[{ action: 'submit', outcome: 'DECLINE' }, 'outcome is not known here.'],
	[{ action: 'submit', crad: '4242424242424242' }, 'crad is not known here (did you mean card?).'],
	[
		{ action: 'steer', outcom: 'HOLD', outcome: 'HOLD' },
		'outcom is not known here (did you mean outcome?).',
	],
	[{ action: 'cancel', card: '4242424242424242' }, 'card is not known here.'],
	[{ action: 'sumbit' }, 'action must be one of open, submit, '],
])('act %j is refused by what that action takes', async (body, detail) => {
	const { url } = await startSandbox();
	const { status, body: problem } = await post(`${url}/_sandbox/payments/x/act`, body);
	expect([status, problem.code]).toEqual([400, 'invalid_body']);
	expect(problem.detail).toContain(detail);
});

test('refuses what it would otherwise have to ignore', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const bank = await reachCashier(sandbox.url, 'bank');
	const payment = `${sandbox.url}/_sandbox/payments/${sessionId}`;
	const refusals = [
		[await send('PUT', `${sandbox.url}/_sandbox/clock`, { mode: 'real', scale: 50 }), 'scale'],
		[await send('GET', `${payment}?until=confirmed&timeout=6m`), 'timeout'],
		[
			await send('PUT', `${sandbox.url}/_sandbox/settings`, {
				processing: { options: { PSEE: 'none' } },
			}),
			'processing.options.PSEE',
		],
		[
			await send('PUT', `${sandbox.url}/_sandbox/settings`, {
				processing: { banks: { nope: 'none' } },
			}),
			'processing.banks.nope',
		],
		[await post(`${payment}/act`, { action: 'submit', card: '4111111111111111' }), 'card'],
		[await send('GET', `${sandbox.url}/_sandbox/payments?limit=1&limit=2`), 'limit'],
		[await send('GET', `${sandbox.url}/_sandbox/customers?seed=-1`), 'seed'],
		[await send('GET', `${sandbox.url}/_sandbox/customers?seed=4294967296`), 'seed'],
		[await send('PUT', `${sandbox.url}/_sandbox/workspaces/a`, { seed: 4294967296 }), 'seed'],
		[await post(`${payment}/act`, { action: 'submit', cvv: '1' }), 'cvv'],
		[
			await post(`${sandbox.url}/_sandbox/payments/${bank.sessionId}/act`, {
				action: 'submit',
				card: '4242424242424242',
			}),
			'card',
		],
	] as const;
	for (const [{ status, body }, param] of refusals) {
		expect([param, status, body.param]).toEqual([param, 400, param]);
		expect(body.detail).toContain(param);
	}
	const twice = await send('GET', `${sandbox.url}/_sandbox/payments?limit=1&limit=2`);
	expect(twice.body).toMatchObject({ detail: 'limit is sent more than once.' });
	const { body } = await send('GET', `${sandbox.url}/_sandbox/nothing`);
	expect(body.fix).toContain('/_sandbox/health');
	const root = await send('GET', `${sandbox.url}/_sandbox`);
	expect(root.body).toMatchObject({
		status: 404,
		fix: expect.not.stringMatching(/\/_sandbox[,.]/),
	});
});
