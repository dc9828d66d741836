/** The paths of the cashier in Firefox and in WebKit. `npm test` runs the first path, `npm run test:full` runs all. */
import { describe, expect, test } from 'vitest';
import { cards } from '../simulator/contract/test-values.ts';
import type { SettingsPatch } from '../simulator/settings/settings.ts';
import { full } from './support/campaign.ts';
import type { EnginePage } from './support/engines.ts';
import { engines, openEngine } from './support/engines.ts';
import { typeCard } from './support/filling.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';
import { startShop } from './support/shop.ts';

interface Start {
	page: EnginePage;
	kind?: 'card' | 'bank';
	language?: string;
	/** Only the event stream updates the page by default. */
	live?: 'events' | 'poll';
	width?: number;
}

const byId = (testId: string) => `[data-testid="${testId}"]`;

/** Opens the cashier for a new payment. */
async function visit({ page, kind = 'card', language = 'EN', live = 'events', width }: Start) {
	const poll = live === 'events' ? '1h' : '100ms';
	const settings: SettingsPatch = { cashier: { live, poll } };
	const sandbox = await startSandbox({ settings });
	const shop = await startShop({ body: '<h1 class="shop">Welcome back</h1>' });
	const redirectUrl = `${shop.origin}/return?order=1&back=yes`;
	const { page: address, sessionId } = await reachCashier(sandbox.url, kind, {
		redirectUrl,
		language,
	});
	await page.viewport(width ?? 1280, 900);
	await page.goto(address);
	const reach = (state: string) => page.text(`${byId('status')}[data-state="${state}"]`);
	return {
		sandbox,
		reach,
		/** Sends the form, and moves the clock to the end of processing. */
		async payTo(state: string) {
			await page.click(byId('pay-submit'));
			await reach('processing');
			await sandbox.advance('5s');
			return reach(state);
		},
		async return({ isReported = true } = {}) {
			await page.click(byId('return-link'));
			expect(await page.text('.shop')).toBe('Welcome back');
			expect(await page.evaluate('location.href')).toBe(redirectUrl);
			expect(shop.visits).toEqual([['/return?order=1&back=yes', undefined]]);
			await expect
				.poll(async () => (await sandbox.payment(sessionId)).calls.map(({ call }) => call).at(-1))
				.toBe(isReported ? 'return' : 'submit');
		},
	};
}

/** Fails on a page that scrolls horizontally. */
async function expectFit(page: EnginePage) {
	const root = 'document.documentElement';
	expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
}

/** The computed values of these properties. */
const styleOf = (page: EnginePage, selector: string, properties: readonly string[]) =>
	page.evaluate(
		`${JSON.stringify(properties)}.map((name) => getComputedStyle(document.querySelector('${selector}'))[name])`,
	);

type Path = (page: EnginePage) => Promise<void>;

const paths: Record<string, Path> = {
	async 'a card is paid, the status page follows the events, and RETURN TO ACCOUNT leads to the shop'(
		page,
	) {
		const payment = await visit({ page });
		expect(await page.text(byId('amount'))).toContain('150.000');
		await typeCard(page, cards.approve);
		expect(await page.text(byId('brand'))).toBe('Visa');
		expect(await page.evaluate('document.querySelector("#cardnum").value')).toBe(
			'4242 4242 4242 4242',
		);
		await payment.payTo('confirmed');
		expect(await page.text(byId('return-link'))).toBe('RETURN TO ACCOUNT');
		await payment.return();
	},

	async 'a wrong field is reported beside the field'(page) {
		const payment = await visit({ page });
		await typeCard(page, '4242 4242 4242 4241');
		expect(await page.text('#cardnum-error')).toContain('wrong check digit');
		await page.fill('#cardnum', cards.approve);
		expect(await page.count('#cardnum-error')).toBe(0);
		await payment.payTo('confirmed');
	},

	async 'a declined card is tried again and confirmed'(page) {
		const payment = await visit({ page });
		await typeCard(page, cards.decline);
		await payment.payTo('declined');
		expect(await page.text(byId('pay-retry'))).toContain('2 attempts left');
		await page.click(byId('pay-retry'));
		await typeCard(page, cards.approve);
		await payment.payTo('confirmed');
		await payment.return();
	},

	async 'a challenge reports a wrong code and accepts the right one'(page) {
		const payment = await visit({ page });
		await typeCard(page, cards.challenge);
		await page.click(byId('pay-submit'));
		await page.fill('input[name="otp"]', '99');
		await page.click(byId('pay-submit'));
		expect(await page.text('#otp-error')).toContain('not right');
		await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('otp');
		await page.fill('input[name="otp"]', '1234');
		await payment.payTo('confirmed');
	},

	async 'a bank payment is confirmed, and the status page follows by polling'(page) {
		const payment = await visit({ page, kind: 'bank', live: 'poll' });
		expect(await page.count(byId('bank'))).toBe(1);
		await payment.payTo('confirmed');
		await payment.return();
	},

	async 'Arabic runs from right to left'(page) {
		const payment = await visit({ page, language: 'AR', width: 320 });
		expect(await styleOf(page, 'main', ['direction'])).toEqual(['rtl']);
		await expectFit(page);
		await typeCard(page, cards.approve);
		expect(await styleOf(page, '#cardnum', ['direction', 'textAlign'])).toEqual(['ltr', 'right']);
		await payment.payTo('confirmed');
		await expectFit(page);
		expect(await page.text(byId('return-link'))).toBe('العودة إلى الحساب');
		await payment.return();

		await visit({ page, kind: 'bank', language: 'AR', width: 320 });
		await expectFit(page);
		// A native arrow stands beside the text in Firefox.
		const properties = ['appearance', 'textAlign', 'backgroundPositionX'];
		expect(await styleOf(page, 'select', properties)).toEqual(['none', 'right', '14px']);
	},

	async 'a phone shows each page without horizontal scrolling'(page) {
		const payment = await visit({ page, width: 320 });
		expect(await page.evaluate('innerWidth')).toBe(320);
		await expectFit(page);
		await page.click(byId('pay-submit'));
		await page.text('[role="alert"]');
		await expectFit(page);
		await typeCard(page, cards.approve);
		await payment.payTo('confirmed');
		await expectFit(page);
		await payment.return();
	},
};

for (const engine of engines) {
	const skipped = engine.isInstalled ? '' : ' (skipped: not installed)';
	describe.skipIf(!engine.isInstalled)(`${engine.name}${skipped}`, () => {
		const shared = useShared(() => openEngine(engine));
		for (const [name, path] of Object.entries(paths).slice(0, full ? undefined : 1))
			test(name, () => path(shared()));

		const withoutScripts = async () => {
			const page = await openEngine(engine, { scripts: false });
			const payment = await visit({ page, live: 'poll' });
			await typeCard(page, cards.approve);
			expect(await page.count(byId('brand'))).toBe(0);
			await payment.payTo('confirmed');
			await payment.return({ isReported: false });
		};
		if (full) test('a card is paid without scripts', withoutScripts);
	});
}
