/** What the interface document does not state about payment-options requests: each setting both ways. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { requestGaps } from '../../simulator/contract/gaps/calls.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Changes } from '../support/ask.ts';
import { ask } from '../support/ask.ts';
import { reachCashier, send } from '../support/sandbox.ts';
import type { Toggle, Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

const { customer } = paymentOptionsExample;
const { email: _, ...withoutEmail } = customer;

/** The warnings of the request, or the detail of its error. */
const messagesOf =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { status, headers, body } = await ask(sandbox, changes);
		const seen = status === 200 ? headers.get(headerNames.warnings) : body.detail;
		return { seen, headers };
	};

/** The amount on the page and in the control API. */
const shown =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { page, sessionId } = await reachCashier(sandbox.url, 'card', changes);
		const { headers } = await ask(sandbox, changes);
		const { body: html } = await send('GET', page);
		const { amount, majorAmount } = await sandbox.payment(sessionId);
		const onPage = /data-testid="amount"[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll('\u00a0', ' ');
		return { seen: { onPage, amount, majorAmount }, headers };
	};

const toggles: Toggles<typeof requestGaps> = {
	'D-01': {
		'validation.required': {
			value: ['country', 'currency', 'amount', 'redirectUrl', 'customer.email'],
			probe: messagesOf({ customer: withoutEmail }),
			assumed: 'optional_field_missing',
			configured: 'customer.email is required.',
		},
		'validation.unknownFields': {
			value: 'reject',
			probe: messagesOf({ customer: { ...customer, nickname: 'Ana' } }),
			assumed: 'unknown_field',
			configured: 'customer.nickname is not known here.',
		},
		'validation.formats': {
			value: 'reject',
			probe: async (sandbox) => {
				const answers = [];
				for (const odd of [{ email: 'ana' }, { ip: '10.0.0' }, { phone: '+57 300 123 4567' }]) {
					answers.push(await messagesOf({ customer: { ...customer, ...odd } })(sandbox));
				}
				const [{ headers } = { headers: new Headers() }] = answers;
				return { seen: answers.map(({ seen }) => seen), headers };
			},
			assumed: ['unusual_format', 'unusual_format', 'unusual_format'],
			configured: [
				'customer.email must be an e-mail address.',
				'customer.ip must be an IPv4 or IPv6 address.',
				'customer.phone must be in international format: a plus sign, then 5 to 15 digits.',
			],
		},
	},
	'D-02': {
		'amount.unit': {
			value: 'minor',
			probe: shown({ country: 'PL', currency: 'PLN', amount: 15_050 }),
			assumed: { onPage: '15 050,00 PLN', amount: 15_050, majorAmount: '15050' },
			configured: { onPage: '150,50 PLN', amount: 15_050, majorAmount: '150.50' },
		},
		'amount.decimals': {
			value: 'iso',
			probe: messagesOf({ amount: 10.25 }),
			assumed: 'excess_decimals',
			configured: null,
		},
		'amount.excess': {
			value: 'reject',
			probe: messagesOf({ amount: 10.125 }),
			assumed: 'excess_decimals',
			configured: 'amount has 3 decimals, COP allows 0.',
		},
	},
	'D-03': {
		'enums.userDevice': {
			value: ['MOBILE', 'TOASTER'],
			probe: async (sandbox) => {
				const { seen } = await messagesOf({ customer: { ...customer, userDevice: 'TOASTER' } })(
					sandbox,
				);
				const usual = await messagesOf({ customer: { ...customer, userDevice: 'KETTLE' } })(
					sandbox,
				);
				return { seen: [seen, usual.seen], headers: usual.headers };
			},
			assumed: ['unusual_user_device', 'unusual_user_device'],
			configured: [null, 'unusual_user_device'],
		},
		'enums.mode': {
			value: 'reject',
			probe: messagesOf({ customer: { ...customer, userDevice: 'TOASTER' } }),
			assumed: 'unusual_user_device',
			configured: 'customer.userDevice must be one of MOBILE, DESKTOP, TABLET.',
		},
	},
	'D-19': {
		'limits.amount': {
			value: { CO: { min: 1600 } },
			probe: messagesOf({ amount: 1599 }),
			assumed: null,
			configured: 'amount must be at least 1600 in CO.',
		},
	},
	'D-20': {
		'limits.lengths.text': {
			value: 64,
			probe: messagesOf({ userId: 'x'.repeat(65) }),
			assumed: null,
			configured: 'userId must be at most 64 characters.',
		},
		'limits.lengths.userAgent': {
			value: 2000,
			probe: messagesOf({ customer: { ...customer, userAgent: 'x'.repeat(1025) } }),
			assumed: 'customer.userAgent must be at most 1024 characters.',
			configured: null,
		},
		'limits.lengths.url': {
			value: 5000,
			probe: messagesOf({ redirectUrl: `https://shop.example/${'x'.repeat(2048)}` }),
			assumed: 'redirectUrl must be at most 2048 characters.',
			configured: null,
		},
	},
	'D-25': {
		'validation.case': {
			value: 'fold',
			probe: messagesOf({ country: 'co ' }),
			assumed: 'country must be a country code of two upper-case letters.',
			configured: null,
		},
	},
};

proveToggles(toggles);
