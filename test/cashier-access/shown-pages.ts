/** Every page that the cashier shows, and how a browser comes to see it. */
import type { Page } from 'playwright-core';
import type { OptionKind } from '../../simulator/contract/control.ts';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { bringTo } from '../support/cashier.ts';
import type { Offer } from '../support/offers.ts';
import { offers, reachOffer } from '../support/offers.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { startPayment } from '../support/sandbox.ts';

interface View {
	sandbox: Sandbox;
	page: Page;
	/** What payments ask for. */
	language: string;
}

type Show = (view: View) => Promise<void>;

function offerOf(kind: OptionKind, hasList: boolean): Offer {
	const found = offers.find(
		({ option }) => option.kind === kind && option.banks.length > 0 === hasList,
	);
	if (!found) throw new Error(`No market has a ${kind} ${hasList ? 'with' : 'without'} a list.`);
	return found;
}

const card = offerOf('card', false);
const bank = offerOf('bank', true);

async function reach({ sandbox, language }: View, offer: Offer, headers = {}) {
	return reachOffer(sandbox.url, offer, { changes: { language }, headers });
}

const formOf =
	(offer: Offer): Show =>
	async (view) => {
		await view.page.goto((await reach(view, offer)).page);
	};

const endOf =
	(end: 'processing' | 'confirmed' | 'declined' | 'cancelled' | 'expired'): Show =>
	async (view) => {
		const { page: address, sessionId } = await reach(view, card);
		await bringTo(end, view.sandbox, sessionId);
		await view.page.goto(address);
	};

const challenged = async (view: View) => {
	const { page: address } = await reach(view, bank, { 'X-Sandbox-Outcome': 'CHALLENGE' });
	await view.page.goto(address);
	await press(view.page);
	await view.page.locator('input[name="otp"]').waitFor();
};

const press = (page: Page) => page.getByTestId('pay-submit').click();

export const shownPages: Readonly<Record<string, Show>> = {
	'card form': formOf(card),
	'card form, filled': async (view) => {
		await view.page.goto(`${(await reach(view, card)).page}&fill=1`);
	},
	'card form, refused': async (view) => {
		await formOf(card)(view);
		await press(view.page);
		await view.page.locator('[role="alert"]').waitFor();
	},
	'bank of a list': formOf(bank),
	'bank without a list': formOf(offerOf('bank', false)),
	code: formOf(offerOf('code', false)),
	qr: formOf(offerOf('qr', false)),
	reference: formOf(offerOf('reference', false)),
	'store of a list': formOf(offerOf('reference', true)),
	challenge: challenged,
	'challenge, wrong code': async (view) => {
		await challenged(view);
		await view.page.fill('input[name="otp"]', '99');
		await press(view.page);
		await view.page.locator('#otp-error').waitFor();
	},
	processing: endOf('processing'),
	confirmed: endOf('confirmed'),
	declined: endOf('declined'),
	'declined, another try left': async (view) => {
		const { page: address, sessionId } = await reach(view, card);
		await view.sandbox.act(sessionId, { action: 'submit', holder: 'FUNDS' });
		await view.sandbox.advance('5s');
		await view.page.goto(address);
		await view.page.getByTestId('pay-retry').waitFor();
	},
	cancelled: endOf('cancelled'),
	expired: endOf('expired'),
	'not ready': async ({ sandbox, page, language }) => {
		const { sessionId } = await startPayment(sandbox.url, { language });
		await page.goto(`${sandbox.url}${cashierPath}?sessionId=${sessionId}`);
	},
	unknown: async ({ sandbox, page }) => {
		await page.goto(`${sandbox.url}${cashierPath}?sessionId=nobody`);
	},
	'out of date': async (view) => {
		await formOf(bank)(view);
		await view.page.evaluate(`document.querySelector('[name="token"]').value = 'old'`);
		await press(view.page);
		await view.page.waitForFunction(`!document.querySelector('form')`);
	},
	over: async (view) => {
		await view.sandbox.configure({ cashier: { pages: { ended: 'neutral' } } });
		await endOf('cancelled')(view);
		await view.sandbox.configure({ cashier: { pages: { ended: null } } });
	},
};
