import { expect, test } from 'vitest';
import { setupRepeats, withKeys } from '../support/repeats.ts';

test('a used reference is refused, and the error names the transaction', async () => {
	const { sandbox, ask, payments } = await setupRepeats({ reference: { duplicate: 'reject' } });
	const { body: first } = await ask();
	await sandbox.act(first.sessionId, { action: 'cancel' });
	for (const changes of [{}, { amount: 5 }]) {
		const { status, body } = await ask(changes);
		expect([status, body.code, body.param]).toEqual([
			409,
			'duplicate_reference',
			'paymentReference',
		]);
		expect(body.detail).toContain(first.transactionId);
		expect(JSON.stringify(body)).not.toContain(first.sessionId);
	}
	expect(await payments()).toBe(1);
	await sandbox.reset();
	await sandbox.configure({ reference: { duplicate: 'reject' } });
	expect((await ask()).status).toBe(200);
});

test.each(['reject', 'replay'] as const)(
	'a missing and an empty reference are never repeated references: %s',
	async (mode) => {
		const { ask, payments } = await setupRepeats({ reference: { duplicate: mode } });
		for (const paymentReference of [undefined, '', undefined, '']) {
			expect((await ask({ paymentReference })).status).toBe(200);
		}
		expect(await payments()).toBe(4);
	},
);

test('a repeated reference with the same request gets the same response, and no new payment', async () => {
	const { sandbox, ask, payments } = await setupRepeats({ reference: { duplicate: 'replay' } });
	const first = await ask();
	await sandbox.act(first.body.sessionId, { action: 'cancel' });
	const again = await ask();
	expect(again).toMatchObject({ status: 200, body: first.body });
	expect(again.headers.get('x-sandbox-warnings')).toBe('reference_replayed');
	expect(first.headers.get('x-sandbox-assumptions')).not.toContain('D-34');
	expect(again.headers.get('x-sandbox-assumptions')).toContain('D-34');
	expect(await payments()).toBe(1);
});

test('a repeated reference with another request is refused', async () => {
	const { ask, payments } = await setupRepeats({ reference: { duplicate: 'replay' } });
	await ask();
	for (const changes of [{ amount: 5 }, { customer: { name: 'Eva' } }, { userId: undefined }]) {
		const { status, body } = await ask(changes);
		expect([status, body.code]).toEqual([409, 'duplicate_reference']);
		expect(body.detail).toContain('another request');
	}
	expect(await payments()).toBe(1);
});

test.each(['allow', 'reject'] as const)(
	'after %s, replay refuses a payment whose request was not stored, and says so',
	async (before) => {
		const { sandbox, ask, payments } = await setupRepeats({ reference: { duplicate: before } });
		const { body: first } = await ask();
		await sandbox.configure({ reference: { duplicate: 'replay' } });
		const { status, body } = await ask();
		expect([status, body.code]).toEqual([409, 'duplicate_reference']);
		expect(body.detail).toBe(
			`The transaction ${first.transactionId} has this paymentReference. It was created before reference.duplicate was "replay", so its request was not stored and cannot be compared with this one.`,
		);
		expect(await payments()).toBe(1);
	},
);

test('a payment with an idempotency key is returned again after reference.duplicate = replay', async () => {
	const { sandbox, ask, askUnder } = await setupRepeats(withKeys);
	const first = await askUnder('k');
	await sandbox.configure({ reference: { duplicate: 'replay' } });
	expect(await ask()).toMatchObject({ status: 200, body: JSON.parse(first.text) });
	expect((await ask({ amount: 5 })).body.detail).toContain('another request');
});

test('of several payments with one reference, the oldest counts', async () => {
	const { sandbox, ask } = await setupRepeats({});
	const { body: first } = await ask();
	await ask();
	await sandbox.configure({ reference: { duplicate: 'reject' } });
	expect((await ask()).body.detail).toContain(first.transactionId);
});
