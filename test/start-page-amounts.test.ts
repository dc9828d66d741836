/** The amount in the form of the page at `/`. */
import { expect, test } from 'vitest';
import { postForm } from './support/cashier.ts';
import { send, startSandbox } from './support/sandbox.ts';

const pageAt = (url: string) => send('GET', url, undefined, { Accept: 'text/html' });
const tokenAt = async (url: string) =>
	/name="token" value="([^"]+)"/.exec((await pageAt(url)).body)?.[1] ?? '';
const paymentsAt = async (url: string) =>
	(await send('GET', `${url}/_sandbox/payments`)).body.payments;

test.each([
	['MX', '1499.5', { unit: 'minor' }, 149_950, '1499.50'],
	['KW', '15.125', { unit: 'minor' }, 15_125, '15.125'],
	['CO', '150000', { unit: 'minor' }, 150_000, '150000'],
	['CO', '150000', { unit: 'minor', decimals: 'iso' }, 15_000_000, '150000.00'],
	['MX', '1499.5', { unit: 'major' }, 1499.5, '1499.5'],
] as const)(
	'the form of %s takes %s in major units with %j',
	async (market, filled, unit, amount, majorAmount) => {
		const { url } = await startSandbox({ settings: { amount: unit } });
		const { body } = await pageAt(`${url}/?market=${market}`);
		expect(body).toContain(`autocomplete="off" value="${filled}"`);
		const token = await tokenAt(`${url}/`);
		const form = { token, market, option: 'Card', amount: filled };
		expect((await postForm(`${url}/`, form)).status).toBe(303);
		expect(await paymentsAt(url)).toMatchObject([{ amount, majorAmount }]);
	},
);

test('the form refuses an amount with more decimals than the minor unit has', async () => {
	const { url } = await startSandbox({ settings: { amount: { unit: 'minor' } } });
	const form = { token: await tokenAt(`${url}/`), market: 'MX', option: 'Card', amount: '14.9951' };
	const { status, text } = await postForm(`${url}/`, form);
	expect([status, text.includes('amount must have at most 2 decimals in MXN.')]).toEqual([
		400,
		true,
	]);
	expect(await paymentsAt(url)).toEqual([]);
});

test.each([
	['CO', '150.000', 400],
	['KW', '15.000', 303],
])(
	'in the form of %s, %s is answered with %s: the point may separate thousands',
	async (market, amount, answered) => {
		const { url } = await startSandbox();
		const form = { token: await tokenAt(`${url}/`), market, option: 'Card', amount };
		expect((await postForm(`${url}/`, form)).status).toBe(answered);
		expect(await paymentsAt(url)).toHaveLength(answered === 303 ? 1 : 0);
	},
);

test.each([
	['15.99', 'amount must be at least 16.00 in MX.'],
	['2000.01', 'amount must be at most 2000.00 in MX.'],
] as const)('the form refuses %s with the bound in major units', async (amount, reason) => {
	const bounds = { MX: { min: 1_600, max: 200_000 } };
	const settings = { amount: { unit: 'minor' }, limits: { amount: bounds } } as const;
	const { url } = await startSandbox({ settings });
	const form = { token: await tokenAt(`${url}/`), market: 'MX', option: 'Card', amount };
	const { status, text } = await postForm(`${url}/`, form);
	expect([status, /role="alert">([^<]*)/.exec(text)?.[1]]).toEqual([400, reason]);
	expect(await paymentsAt(url)).toEqual([]);
});

test('the largest amount is in major units too', async () => {
	const { url } = await startSandbox({ settings: { amount: { unit: 'minor' } } });
	const token = await tokenAt(`${url}/`);
	const form = { token, market: 'MX', option: 'Card', amount: '10000000000.01' };
	const { text } = await postForm(`${url}/`, form);
	expect(text).toContain('amount must be at most 10000000000.00 in MX.');
});
