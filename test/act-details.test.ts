import { expect, test } from 'vitest';
import { reachOption } from './support/options.ts';
import { post, startSandbox } from './support/sandbox.ts';

const card = {
	card: '4242424242424242',
	holder: 'FUNDS',
	expiryMonth: '12',
	expiryYear: '2030',
	cvv: '123',
};
const payer = {
	documentType: 'CC',
	document: '1020304050',
	personType: 'legal',
	name: 'Ana Torres',
	email: 'ana@example.com',
	phone: '+573001234567',
	code: '654321',
	bank: 'Bancolombia',
};

/** What each of these asks for; everything else is refused. */
const asked: Record<string, readonly string[]> = {
	Card: Object.keys(card),
	PSE: ['documentType', 'document', 'personType', 'bank'],
	Nequi: ['documentType', 'document'],
	Efecty: ['documentType', 'document'],
};

const rows = Object.entries(asked).flatMap(([option, taken]) =>
	Object.entries({ ...card, ...payer }).map(
		([name, value]) => [option, name, value, taken.includes(name)] as const,
	),
);

async function setup(of: readonly [string, string]) {
	const sandbox = await startSandbox();
	const reached = await reachOption(sandbox.url, of);
	const address = `${sandbox.url}/_sandbox/payments/${reached.sessionId}/act`;
	const submit = (details: object) => post(address, { action: 'submit', ...details });
	return { ...reached, submit, payment: () => sandbox.payment(reached.sessionId) };
}

test.each(rows)(
	'on %s the detail %s is taken only where it is asked for',
	async (option, name, value, isTaken) => {
		const { submit, payment } = await setup(['CO', option]);
		if (isTaken) return expect((await submit({ [name]: value })).status).toBe(200);
		for (const given of [value, '']) {
			const { status, body } = await submit({ [name]: given });
			expect([status, body.code, body.param]).toEqual([400, 'invalid_body', name]);
		}
		expect(await payment()).toMatchObject({ state: 'redirected', attempts: [] });
		expect((await submit({})).status).toBe(200);
	},
);

test.each([
	['PL', 'BLIK', 'code', '12345'],
	['PL', 'BLIK', 'code', ''],
	['CO', 'PSE', 'documentType', 'DNI'],
	['CO', 'PSE', 'document', ''],
	['CO', 'PSE', 'personType', 'robot'],
	['BR', 'Pix', 'document', '12345678910'],
	['MY', 'FPX', 'email', 'nobody'],
	['JP', 'Konbini', 'phone', '+81 80 0000 0000'],
	['TH', 'PromptPay', 'phone', '123'],
	['AT', 'EPS', 'name', '4242 4242 4242 4242'],
])('in %s the form of %s refuses %s = %j, and names it', async (country, option, name, value) => {
	const { submit, payment } = await setup([country, option]);
	const { status, body } = await submit({ [name]: value });
	expect([status, body.code, body.param]).toEqual([400, 'form_refused', name]);
	expect(body.detail).toMatch(new RegExp(`^${name} `));
	expect(await payment()).toMatchObject({ state: 'redirected', attempts: [] });
});

test('the error lists all wrong details', async () => {
	const { submit } = await setup(['TH', 'PromptPay']);
	const { body } = await submit({ name: ' ', email: 'x', phone: 'y' });
	expect(body.errors.map(({ param }: { param: string }) => param)).toEqual([
		'name',
		'email',
		'phone',
	]);
});

test('another kind of document comes with its own test value', async () => {
	const { submit } = await setup(['CO', 'PSE']);
	expect((await submit({ documentType: 'NIT' })).status).toBe(200);
});

test('the test value of another kind of document stands for that of the chosen one', async () => {
	const { submit } = await setup(['CO', 'PSE']);
	const typed = await submit({ documentType: 'NIT', document: '1020304051' });
	expect([typed.status, typed.body.param]).toEqual([400, 'document']);
	expect((await submit({ documentType: 'NIT', document: '1020304050' })).status).toBe(200);
});

test('the bank is the chosen one, by id or by name, and nobody changes it', async () => {
	for (const named of ['id', 'name'] as const) {
		const { submit, bank } = await setup(['CO', 'PSE']);
		const { status, body } = await submit({ bank: 'Davivienda' });
		expect([status, body.code, body.param]).toEqual([400, 'invalid_body', 'bank']);
		expect(body.detail).toContain(`"${bank?.id}" (${bank?.name})`);
		expect((await submit({ bank: bank?.[named] })).status).toBe(200);
	}
});
