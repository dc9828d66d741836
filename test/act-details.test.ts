import { expect, test } from 'vitest';
import { post, reachCashier, startSandbox } from './support/sandbox.ts';

const details = {
	card: '4242424242424242',
	holder: 'FUNDS',
	expiryMonth: '12',
	expiryYear: '2030',
	cvv: '123',
};

test.each(Object.entries(details))(
	'%s is refused where the chosen option is no card: nobody would hear it',
	async (name, value) => {
		const sandbox = await startSandbox();
		const { sessionId } = await reachCashier(sandbox.url, 'bank');
		const act = `${sandbox.url}/_sandbox/payments/${sessionId}/act`;
		for (const given of [value, '']) {
			const { status, body } = await post(act, { action: 'submit', [name]: given });
			expect([status, body.code, body.param]).toEqual([400, 'invalid_body', name]);
		}
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'redirected', attempts: [] });
		expect((await post(act, { action: 'submit' })).status).toBe(200);
	},
);
