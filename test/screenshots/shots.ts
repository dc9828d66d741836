/** The pages that are shown, each with the way to it. */

import { cashierPath } from '../../simulator/contract/routes.ts';
import { cards } from '../../simulator/contract/test-values.ts';
import type { Start, Visit } from './visit.ts';
import { openUnready } from './visit.ts';

export interface Shot {
	name: string;
	start: Start;
	/** From the first page of the cashier to the page that is shown. */
	steps?(visit: Visit): Promise<unknown>;
}

const press = ({ page }: Visit, testId: string) => page.getByTestId(testId).click();

/** Sends a form, and waits for the page that answers: whatever comes next would break off its way there. */
async function send(visit: Visit, testId: string): Promise<void> {
	const answered = visit.page.waitForEvent('load');
	await press(visit, testId);
	await answered;
}

/** Fills the form with the values that the page offers, and sends it. */
async function pay(visit: Visit): Promise<void> {
	const fill = visit.page.getByTestId('fill-test-values');
	if (await fill.count()) await fill.click();
	await send(visit, 'pay-submit');
}

async function payAndWait(visit: Visit): Promise<void> {
	await pay(visit);
	await visit.sandbox.advance('5s');
	await visit.page.reload();
}

async function enterCode(visit: Visit, code: string): Promise<void> {
	await visit.page.fill('input[name="otp"]', code);
	await send(visit, 'pay-submit');
}

async function reloadAfter(visit: Visit, by: string): Promise<void> {
	await visit.sandbox.advance(by);
	await visit.page.reload();
}

const at = (country: string, currency: string, amount: number, language = 'EN') => {
	return { country, currency, amount, language };
};

const inEnglish: readonly Shot[] = [
	{ name: 'card', start: {} },
	{ name: 'card-filled', start: {}, steps: (visit) => press(visit, 'fill-test-values') },
	{ name: 'card-errors', start: {}, steps: (visit) => send(visit, 'pay-submit') },
	{
		name: 'card-unlisted-number',
		start: {},
		async steps(visit) {
			await press(visit, 'fill-test-values');
			await visit.page.fill('input[name="cardnum"]', cards.approve.replace(/..$/, '59'));
			await send(visit, 'pay-submit');
		},
	},
	{
		name: 'card-test-values',
		start: {},
		steps: ({ page }) => page.locator('[data-testid="sandbox-banner"] summary').first().click(),
	},
	{ name: 'bank', start: { option: 'PSE' } },
	{
		name: 'bank-long-name',
		start: {
			option: 'PSE',
			longestBank: true,
			request: { paymentReference: `order-${'1234567890'.repeat(5)}` },
		},
	},
	{ name: 'wallet', start: { option: 'Nequi' } },
	{ name: 'code', start: { option: 'BLIK', request: at('PL', 'PLN', 249.9) } },
	{ name: 'qr', start: { option: 'Pix', request: at('BR', 'BRL', 1234.5) } },
	{ name: 'reference', start: { option: 'OXXO', request: at('MX', 'MXN', 1234.5) } },
	{ name: 'payer-details', start: { option: 'Boleto', request: at('BR', 'BRL', 1234.5) } },
	{ name: 'long-amount', start: { request: at('ID', 'IDR', 987_654_321_987) } },
	{ name: 'challenge', start: { outcome: 'CHALLENGE' }, steps: pay },
	{
		name: 'challenge-wrong',
		start: { outcome: 'CHALLENGE' },
		async steps(visit) {
			await pay(visit);
			await enterCode(visit, '111111');
		},
	},
	{ name: 'processing', start: {}, steps: pay },
	{
		name: 'processing-long',
		start: { outcome: 'HOLD' },
		async steps(visit) {
			await pay(visit);
			await reloadAfter(visit, '20m');
		},
	},
	{ name: 'confirmed', start: {}, steps: payAndWait },
	{ name: 'declined-retry', start: { outcome: 'FUNDS' }, steps: payAndWait },
	{ name: 'declined-final', start: { outcome: 'FRAUD' }, steps: payAndWait },
	{ name: 'cancelled', start: {}, steps: (visit) => send(visit, 'pay-cancel') },
	{ name: 'expired', start: {}, steps: (visit) => reloadAfter(visit, '31m') },
	{
		name: 'late',
		start: { outcome: 'LATE' },
		async steps(visit) {
			await pay(visit);
			await reloadAfter(visit, '2d');
		},
	},
	{
		name: 'unknown',
		start: {},
		steps: ({ page, sandbox }) => page.goto(`${sandbox.url}${cashierPath}?sessionId=nothing`),
	},
	{ name: 'not-ready', start: {}, steps: openUnready },
	{
		name: 'form-out-of-date',
		start: {},
		async steps(visit) {
			await visit.page.evaluate(
				`document.querySelector('input[name="token"]').value = 'another payment'`,
			);
			await send(visit, 'pay-submit');
		},
	},
];

const inOthers: readonly Shot[] = ['AR', 'JA', 'DE'].flatMap((language): Shot[] => {
	const shots: Shot[] = [
		{ name: 'card', start: { request: at('JP', 'JPY', 12_800) } },
		{
			name: 'card-errors',
			start: { request: at('KW', 'KWD', 12.345) },
			steps: (visit) => send(visit, 'pay-submit'),
		},
		{ name: 'bank', start: { option: 'PSE' } },
		{ name: 'reference', start: { option: 'OXXO', request: at('MX', 'MXN', 1234.5) } },
		{ name: 'processing', start: {}, steps: pay },
		{ name: 'declined-retry', start: { outcome: 'FUNDS' }, steps: payAndWait },
	];
	return shots.map(({ start, ...shot }) => {
		const request = { ...start.request, language };
		return {
			...shot,
			name: `${language.toLowerCase()}-${shot.name}`,
			start: { ...start, request },
		};
	});
});

export const shots: readonly Shot[] = [...inEnglish, ...inOthers];
