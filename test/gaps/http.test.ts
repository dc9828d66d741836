/** What the interface document does not state about HTTP, except errors: each setting both ways. */
import { createHmac } from 'node:crypto';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { httpGaps } from '../../simulator/contract/gaps/http.ts';
import { cashierPath, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { Answer } from '../support/sandbox.ts';
import { listBanks, post, send, startPayment } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';
import { proveToggles, seeing } from '../support/toggles.ts';

const start = ({ url }: Sandbox, headers?: Record<string, string>, path?: string) =>
	post(url + (path ?? servicePaths.paymentOptions), paymentOptionsExample, headers);

const status = (answer: Answer) => answer.status;
const header = (name: string) => (answer: Answer) => answer.headers.get(name);

const withKey = { auth: { mode: 'apiKey', keys: ['k-1'] } };
const signed = createHmac('sha256', 'k-1').update(JSON.stringify(paymentOptionsExample));
const signature = signed.digest('hex');

/** Tested in http-errors.test.ts. */
type ErrorGaps = 'D-15' | 'D-16' | 'D-17';

const toggles: Toggles<Omit<typeof httpGaps, 'D-14' | ErrorGaps>> = {
	'D-10': {
		'http.successStatus.paymentOptions': {
			value: 201,
			probe: seeing(status, (sandbox) => start(sandbox)),
			assumed: 200,
			configured: 201,
		},
		'http.successStatus.paymentSuboptions': {
			value: 202,
			probe: seeing(status, async ({ url }) => {
				const { sessionId, bankId: paymentOptionId } = await startPayment(url);
				return post(url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId });
			}),
			assumed: 200,
			configured: 202,
		},
		'http.successStatus.hybridPayment': {
			value: 201,
			probe: seeing(status, async ({ url }) => {
				const { sessionId, bankId: paymentOptionId } = await startPayment(url);
				const [bank] = await listBanks(url, sessionId, paymentOptionId);
				const choice = { sessionId, paymentOptionId, optionId: bank?.id };
				return post(url + servicePaths.hybridPayment, choice);
			}),
			assumed: 200,
			configured: 201,
		},
	},
	'D-11': {
		'http.contentType.strict': {
			value: false,
			probe: seeing(status, (sandbox) => start(sandbox, { 'Content-Type': 'text/plain' })),
			assumed: 415,
			configured: 200,
		},
		'http.responseContentType': {
			value: 'application/vnd.payin+json',
			probe: seeing(header('content-type'), (sandbox) => start(sandbox)),
			assumed: 'application/json; charset=utf-8',
			configured: 'application/vnd.payin+json',
		},
	},
	'D-12': {
		'http.requiredHeaders': {
			value: ['X-Merchant'],
			probe: seeing(
				({ status, body: { code, param } }) => ({ status, code, param }),
				(sandbox) => start(sandbox),
			),
			assumed: { status: 200 },
			configured: { status: 400, code: 'header_missing', param: 'X-Merchant' },
		},
		'http.extraHeaders': {
			value: { 'X-Served-By': 'node-7' },
			probe: seeing(header('x-served-by'), (sandbox) => start(sandbox)),
			assumed: null,
			configured: 'node-7',
		},
		'http.simHeaders': {
			value: 'off',
			// Without the sandbox headers no response names the gap; the ledger still does.
			async probe(sandbox) {
				const { headers } = await start(sandbox);
				const assumptions = headers.get('x-sandbox-assumptions');
				const named = new Headers(headers);
				named.set('x-sandbox-assumptions', assumptions ?? 'D-12');
				return {
					seen: { assumptions: assumptions !== null, id: headers.has('x-request-id') },
					headers: named,
				};
			},
			assumed: { assumptions: true, id: true },
			configured: { assumptions: false, id: false },
		},
		'cashier.frameAncestors': {
			value: ['https://shop.example', 'http://localhost:3000'],
			async probe({ url }) {
				const { headers } = await send('GET', url + cashierPath);
				const policy = headers.get('content-security-policy') ?? '';
				return { seen: [policy.split('ancestors ')[1], headers.get('x-frame-options')], headers };
			},
			assumed: ["'none'", 'DENY'],
			configured: ['https://shop.example http://localhost:3000', null],
		},
	},
	'D-13': {
		'auth.mode': {
			value: 'hmac',
			given: { auth: { keys: ['k-1'] } },
			probe: seeing(status, (sandbox) => start(sandbox, { 'X-Signature': '0'.repeat(64) })),
			assumed: 200,
			configured: 401,
		},
		'auth.keys': {
			value: ['k-1', 'k-2'],
			given: { auth: { mode: 'apiKey' } },
			probe: seeing(status, (sandbox) => start(sandbox, { 'X-Api-Key': 'k-2' })),
			assumed: 401,
			configured: 200,
		},
		'auth.header': {
			value: 'X-Sign',
			given: { auth: { mode: 'hmac', keys: ['k-1'] } },
			probe: seeing(status, (sandbox) => start(sandbox, { 'X-Sign': signature })),
			assumed: 401,
			configured: 200,
		},
		'auth.failure': {
			value: 403,
			given: withKey,
			probe: seeing(status, (sandbox) => start(sandbox)),
			assumed: 401,
			configured: 403,
		},
	},
	'D-18': {
		'limits.rate': {
			value: { rps: 2, burst: 3 },
			async probe(sandbox) {
				const answers: Answer[] = [];
				for (let call = 0; call < 4; call += 1) answers.push(await start(sandbox));
				const headers = answers.at(-1)?.headers as Headers;
				return { seen: [answers.map(status), headers.get('retry-after')], headers };
			},
			assumed: [[200, 200, 200, 200], null],
			configured: [[200, 200, 200, 429], '1'],
		},
	},
	'D-22': {
		versions: {
			value: ['v3'],
			probe: seeing(status, (sandbox) => start(sandbox, {}, '/v3/payment-options')),
			assumed: 404,
			configured: 200,
		},
	},
};

proveToggles(toggles);
