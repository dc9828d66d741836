/** Every page of the cashier, with the steps that lead to it. */
import { cashierPath } from '../../simulator/contract/routes.ts';
import { cards } from '../../simulator/contract/test-values.ts';
import { fillTestValues } from '../support/filling.ts';
import { everyOption } from '../support/options.ts';
import { startPayment } from '../support/sandbox.ts';
import type { Start, Step } from './visit.ts';
import { enterCode, pay, payAndWait, reloadAfter, send, withSettings } from './visit.ts';

export interface Shot {
	name: string;
	start: Start;
	/** From the first page of the cashier to the page to show. */
	steps?: Step;
}

const longestBank = everyOption
	.filter(({ market, option }) => market.country === 'CO' && option.name === 'PSE')
	.flatMap(({ option }) => option.banks.map(({ name }) => name))
	.reduce((longest, name) => (name.length > longest.length ? name : longest), '');

export const pages: readonly Shot[] = [
	{ name: 'card', start: {} },
	{ name: 'card-filled', start: {}, steps: ({ page }) => fillTestValues(page) },
	{ name: 'card-errors', start: {}, steps: (visit) => send(visit, 'pay-submit') },
	{
		name: 'card-unlisted-number',
		start: {},
		async steps(visit) {
			await fillTestValues(visit.page);
			await visit.page.fill('input[name="cardnum"]', cards.approve.replace(/..$/, '59'));
			await send(visit, 'pay-submit');
		},
	},
	{
		name: 'card-test-values',
		start: {},
		steps: ({ page }) => page.locator('[data-testid="sandbox-banner"] summary').first().click(),
	},
	{ name: 'bank', start: { option: ['CO', 'PSE'] } },
	{
		name: 'bank-long-name',
		start: {
			option: ['CO', 'PSE', longestBank],
			request: { paymentReference: `order-${'1234567890'.repeat(5)}` },
		},
	},
	{ name: 'wallet', start: { option: ['CO', 'Nequi'] } },
	{ name: 'code', start: { option: ['PL', 'BLIK'], request: { amount: 249.9 } } },
	{ name: 'qr', start: { option: ['BR', 'Pix'], request: { amount: 1234.5 } } },
	{ name: 'reference', start: { option: ['MX', 'OXXO'], request: { amount: 1234.5 } } },
	{
		name: 'window-of-days',
		start: { option: ['JP', 'Konbini'] },
		steps: ({ page }) => page.locator('.until time').waitFor(),
	},
	{ name: 'payer-details', start: { option: ['BR', 'Boleto'], request: { amount: 1234.5 } } },
	{
		name: 'payer-errors',
		start: { option: ['TH', 'PromptPay'] },
		async steps(visit) {
			await visit.page.fill('input[name="email"]', 'ana');
			await visit.page.fill('input[name="phone"]', '1');
			await send(visit, 'pay-submit');
		},
	},
	{ name: 'long-amount', start: { option: ['ID', 'Card'], request: { amount: 987_654_321_987 } } },
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
			await visit.page.getByTestId('slow').waitFor();
		},
	},
	{ name: 'confirmed', start: {}, steps: payAndWait },
	{
		name: 'return-by-itself',
		start: {},
		async steps(visit) {
			// Longer than the screenshot takes.
			await withSettings(visit, { return: { auto: '1h' } }, { return: { auto: null } }, payAndWait);
			await visit.page.getByTestId('return-stay').waitFor();
		},
	},
	{
		name: 'notice-used',
		start: {},
		async steps(visit) {
			await pay(visit);
			await visit.page.goto(`${visit.address}&notice=used`);
			await visit.page.getByTestId('notice').waitFor();
		},
	},
	{ name: 'declined-retry', start: { outcome: 'FUNDS' }, steps: payAndWait },
	{ name: 'declined-final', start: { outcome: 'FRAUD' }, steps: payAndWait },
	{ name: 'cancelled', start: {}, steps: (visit) => send(visit, 'pay-cancel') },
	{ name: 'expired', start: {}, steps: (visit) => reloadAfter(visit, '31m') },
	{
		name: 'notice-too-late',
		start: {},
		async steps({ sandbox, page, address }) {
			await sandbox.advance('31m');
			await page.goto(`${address}&notice=tooLate`);
			await page.getByTestId('notice').waitFor();
		},
	},
	{
		name: 'over',
		start: {},
		async steps(visit) {
			const neutral = { cashier: { pages: { ended: 'neutral' } } } as const;
			await withSettings(visit, neutral, { cashier: { pages: { ended: null } } }, (at) =>
				send(at, 'pay-cancel'),
			);
		},
	},
	{
		name: 'late',
		start: { outcome: 'LATE' },
		async steps(visit) {
			await pay(visit);
			await reloadAfter(visit, '2d');
			await visit.page.locator('[data-state="confirmed"]').waitFor();
		},
	},
	{
		name: 'unknown',
		start: {},
		steps: ({ page, sandbox }) => page.goto(`${sandbox.url}${cashierPath}?sessionId=nothing`),
	},
	{
		name: 'not-ready',
		start: {},
		async steps({ sandbox, page, request }) {
			const { sessionId } = await startPayment(sandbox.url, request);
			await page.goto(`${sandbox.url}${cashierPath}?sessionId=${sessionId}`);
		},
	},
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

/** The page in another language. */
export function translated(language: string, { start, ...shot }: Shot): Shot {
	return { ...shot, start: { ...start, request: { ...start.request, language } } };
}

const inOthers: readonly Shot[] = ['AR', 'JA', 'DE'].flatMap((language): Shot[] => {
	const shots: Shot[] = [
		{ name: 'card', start: { option: ['JP', 'Card'], request: { amount: 12_800 } } },
		{
			name: 'card-errors',
			start: { option: ['KW', 'Card'], request: { amount: 12.345 } },
			steps: (visit) => send(visit, 'pay-submit'),
		},
		{ name: 'bank', start: { option: ['CO', 'PSE'] } },
		{ name: 'reference', start: { option: ['MX', 'OXXO'], request: { amount: 1234.5 } } },
		{ name: 'processing', start: {}, steps: pay },
		{ name: 'declined-retry', start: { outcome: 'FUNDS' }, steps: payAndWait },
	];
	return shots.map((shot) => {
		return { ...translated(language, shot), name: `${language.toLowerCase()}-${shot.name}` };
	});
});

export const shots: readonly Shot[] = [...pages, ...inOthers];
