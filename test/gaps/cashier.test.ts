import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { cashierGaps } from '../../simulator/contract/gaps/cashier.ts';
import { cashierPath, headerNames } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { End } from '../support/cashier.ts';
import { bringTo, openAt, postForm } from '../support/cashier.ts';
import { post, reachCashier, send } from '../support/sandbox.ts';
import type { Toggle, Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

/** The page of a payment in this state. */
async function pageIn(end: End, sandbox: Sandbox, changes: Record<string, unknown> = {}) {
	const { page, ...payment } = await reachCashier(sandbox.url, 'card', changes);
	await bringTo(end, sandbox, payment.sessionId);
	return { ...payment, page, ...(await openAt(page)) };
}

/** The page shows the configured name of the state, escaped. The control API does not change. */
const named = (end: End, heading: string): Toggle => ({
	value: 'Pago <b>listo</b>',
	async probe(sandbox) {
		const { sessionId, heading: shown, state, headers } = await pageIn(end, sandbox);
		return { seen: [shown, state, (await sandbox.payment(sessionId)).state], headers };
	},
	assumed: [heading, end, end],
	configured: ['Pago &lt;b&gt;listo&lt;/b&gt;', end, end],
});

/** The link for this `redirectUrl`, or the detail of the refusal. */
const linkOf = (redirectUrl: string) => async (sandbox: Sandbox) => {
	const request = { ...paymentOptionsExample, redirectUrl, paymentReference: 'order 7&8' };
	const asked = await post(`${sandbox.url}/v2/payment-options`, request);
	if (asked.status !== 200) return { seen: asked.body.detail, headers: asked.headers };
	const { returnLink, headers } = await pageIn('processing', sandbox, request);
	return { seen: returnLink, headers };
};

const unknown = `${cashierPath}?sessionId=7d3e1c2a-0000-4000-8000-000000000000`;

const toggles: Toggles<typeof cashierGaps> = {
	'D-07': { 'states.names.confirmed': named('confirmed', 'Payment confirmed') },
	'D-08': {
		'states.names.processing': named('processing', 'Payment in processing'),
		'states.names.declined': named('declined', 'Payment declined'),
		'states.names.cancelled': named('cancelled', 'Payment cancelled'),
		'states.names.expired': named('expired', 'Payment expired'),
	},
	'D-36': {
		'return.append': {
			value: { order: 'paymentReference', 'payment.state': 'state' },
			probe: linkOf('https://shop.example/return?a=%7e&b#top'),
			assumed: 'https://shop.example/return?a=%7e&b#top',
			configured:
				'https://shop.example/return?a=%7e&b&order=order%207%268&payment.state=processing#top',
		},
		'return.schemes': {
			value: ['https', 'myapp'],
			probe: linkOf('myapp://paid?x=1'),
			assumed: 'redirectUrl must begin with one of http:, https:.',
			configured: 'myapp://paid?x=1',
		},
		'return.hosts': {
			value: ['shop.example', 'localhost:3000'],
			probe: linkOf('https://other.example/return'),
			assumed: 'https://other.example/return',
			configured: 'redirectUrl must lead to one of shop.example, localhost:3000.',
		},
	},
	'D-37': {
		'return.showIn': {
			value: 'after-final',
			async probe(sandbox) {
				const { returnLink, text, headers } = await pageIn('processing', sandbox);
				return { seen: [returnLink, text.includes('You may return')], headers };
			},
			assumed: ['https://shop.example/return', true],
			configured: [null, false],
		},
		'return.auto': {
			value: '7s',
			async probe(sandbox) {
				const { returnLink, refresh, text, headers } = await pageIn('confirmed', sandbox);
				const stays = text.includes('data-testid="return-stay"');
				return { seen: [returnLink, refresh, stays], headers };
			},
			assumed: ['https://shop.example/return', null, false],
			configured: ['https://shop.example/return', '7; url=https://shop.example/return', true],
		},
	},
	'D-38': {
		'cashier.cancel': {
			value: false,
			async probe(sandbox) {
				const { page, sessionId } = await reachCashier(sandbox.url, 'bank');
				const { text, token, headers } = await openAt(page);
				const { status } = await postForm(page, { action: 'cancel', token });
				const { state } = await sandbox.payment(sessionId);
				return { seen: [text.includes('pay-cancel'), status, state], headers };
			},
			assumed: [true, 303, 'cancelled'],
			configured: [false, 409, 'opened'],
		},
	},
	'D-39': {
		'cashier.pages.unknown': {
			value: 410,
			async probe({ url }) {
				const { status, returnLink, heading, headers } = await openAt(url + unknown);
				return { seen: [status, heading, returnLink], headers };
			},
			assumed: [404, 'Payment not found', null],
			configured: [410, 'Payment not found', null],
		},
		'cashier.pages.ended': {
			value: 'neutral',
			async probe(sandbox) {
				const { status, state, returnLink, text, headers } = await pageIn('confirmed', sandbox);
				return { seen: [status, state, returnLink, text.includes('COP')], headers };
			},
			assumed: [200, 'confirmed', 'https://shop.example/return', true],
			configured: [410, null, null, false],
		},
	},
	'D-40': {
		'cashier.statusPath': {
			value: '/checkout/done',
			async probe(sandbox) {
				const { page, sessionId } = await reachCashier(sandbox.url, 'bank');
				const { token } = await openAt(page);
				const { headers } = await postForm(page, { action: 'submit', token });
				const location = headers.get('location') ?? '';
				const shown = await openAt(new URL(location, page).href);
				return { seen: [location.replace(sessionId, '…'), shown.status, shown.state], headers };
			},
			assumed: ['pay?sessionId=…', 200, 'processing'],
			configured: ['checkout/done?sessionId=…', 200, 'processing'],
		},
		'cashier.poll': {
			value: '10s',
			async probe(sandbox) {
				const { text, refresh, headers } = await pageIn('processing', sandbox);
				return { seen: [/data-poll-ms="(\d+)"/.exec(text)?.[1], refresh], headers };
			},
			assumed: ['3000', '3'],
			configured: ['10000', '10'],
		},
		'cashier.live': {
			value: 'poll',
			async probe(sandbox) {
				const { text, page, headers } = await pageIn('processing', sandbox);
				const { status } = await fetch(page.replace('/pay?', '/pay/events?'));
				return { seen: [/data-events="/.test(text), status], headers };
			},
			assumed: [true, 200],
			configured: [false, 404],
		},
	},
	'D-41': {
		'cashier.languages': {
			value: ['EN', 'IT'],
			async probe({ url }) {
				const request = { ...paymentOptionsExample, language: 'IT' };
				const { headers: created } = await post(`${url}/v2/payment-options`, request);
				const { page } = await reachCashier(url, 'card', { language: 'IT' });
				const { headers } = await openAt(page);
				const warnings = created.get(headerNames.warnings)?.split(',') ?? [];
				return { seen: warnings.includes('language_not_supported'), headers };
			},
			assumed: true,
			configured: false,
		},
		'cashier.fallback': {
			value: 'ES',
			async probe(sandbox) {
				const asked = { language: 'IT' };
				const { page, sessionId } = await reachCashier(sandbox.url, 'card', asked);
				const { headers } = await openAt(page);
				return { seen: (await sandbox.payment(sessionId)).language, headers };
			},
			assumed: 'EN',
			configured: 'ES',
		},
	},
	'D-42': {},
	'D-44': {
		'cashier.maxAttempts': {
			value: 1,
			async probe(sandbox) {
				const { page, sessionId } = await reachCashier(sandbox.url, 'card');
				await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
				await sandbox.advance('10s');
				const { headers } = await send('GET', page);
				return { seen: (await sandbox.payment(sessionId)).final, headers };
			},
			assumed: false,
			configured: true,
		},
	},
};

proveToggles(toggles);
