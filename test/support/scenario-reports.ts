/** Reports of scenario runs with every part that a report may have: all passed, some failed, and a shop under test. */
import type { ScenarioReport, ScenarioResult } from '../../simulator/contract/run-report.ts';
import { sampleResult, sampleScenarios } from './reports.ts';

type Step = ScenarioResult['steps'][number];

const call = (name: string, atMs: number, durationMs: number): Step => ({
	...{ name, status: 'passed', durationMs, atMs },
	detail: `POST /v2/${name} → 200`,
	message: { from: 'merchant', to: 'service' },
});

const act = (name: string, atMs: number): Step => ({
	...{ name, status: 'passed', durationMs: 12.6, atMs },
	detail: 'POST /_sandbox/payments/e7b82481-0491-404a-8b8f-b06011042aa7/act → 200',
	message: { from: 'shopper', to: 'service' },
});

const check = (what: string, atMs: number, value: string): Step => ({
	name: `expect ${what}`,
	status: 'passed',
	durationMs: 0,
	atMs,
	detail: JSON.stringify(value),
});

const toTheCashier = [
	call('payment-options', 0.4, 38.2),
	call('payment-suboptions', 38.7, 8),
	call('hybrid-payment', 46.9, 26.5),
	act('shopper opens the cashier', 73.6),
	act('shopper pays', 89.2),
	check('state after submit', 102, 'processing'),
];

const approved = sampleResult({
	name: 'bank/approved',
	title: 'A bank payment is approved after processing',
	tags: ['bank'],
	durationMs: 156.7,
	steps: [
		...toTheCashier,
		{
			...{ name: 'wait for confirmed', status: 'passed', durationMs: 35.5, atMs: 102.4 },
			detail: 'clock moved by 5 s',
		},
		{
			...act('network confirms', 138.1),
			message: { from: 'network', to: 'service' },
		},
		act('shopper returns', 141),
		check('return address', 156.6, 'https://shop.example/return?order=bank-approved-s1-1'),
	],
	transactionIds: ['df921609-fe15-44a7-8b08-349f7fb11b18'],
});

const cost = 'The order stays open although the shopper has paid: support has to refund by hand.';
const advice =
	'Poll until the state is final, and allow for D-33: the page may show processing for long.';

const failedExpectation = sampleResult({
	name: 'card/declined',
	title: 'A card is declined, and the shopper can still return',
	status: 'failed',
	durationMs: 1_240,
	steps: [
		...toTheCashier,
		{
			name: 'expect state after the decline',
			status: 'failed',
			durationMs: 0,
			atMs: 1_239,
			detail: 'expected "declined", got "processing"',
		},
	],
	failure: {
		step: 'expect state after the decline',
		message: 'expected "declined", got "processing"',
		expected: '"declined"',
		actual: '"processing"',
		timeline: [
			'12:00:00.000 created by payment-options',
			'12:00:00.047 opened by hybrid-payment, option Card',
			'12:00:05.000 processing, the network has not answered',
		],
	},
	cost,
	advice,
	rerun: 'npx payin-sandbox scenarios card/declined --seed 42',
});

const failedCall = sampleResult({
	name: 'edge/server-error',
	title: 'The service answers 500, and the second call works',
	tags: ['edge'],
	status: 'failed',
	durationMs: 44,
	steps: [
		call('payment-options', 0.4, 38.2),
		{
			...call('hybrid-payment', 39, 4.1),
			status: 'failed',
			detail: 'POST /v2/hybrid-payment → 500; status 500, not 200: {"code":"internal_error"}',
		},
	],
	failure: {
		step: 'hybrid-payment',
		message: 'status 500, not 200: {"code":"internal_error"}',
		curl: `curl -sS -X POST 'http://127.0.0.1:8080/v2/hybrid-payment' -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" -d '{"sessionId":"8a1c","paymentOptionId":"54f0"}'`,
	},
	rerun: 'npx payin-sandbox scenarios edge/server-error --seed 42',
});

const drifted = [
	{ path: 'payment-options: paymentOptions[0].logo', documented: 'a string', got: 'null' },
	{ path: 'payment-options: riskScore', documented: 'no such field', got: '0.7' },
];

/** Every step has passed: only the shapes of the answers differ. */
const deviating = sampleResult({
	name: 'card/drift',
	title: 'The answers have the documented shape',
	status: 'failed',
	durationMs: 80,
	steps: toTheCashier,
	failure: {
		step: 'payment-options',
		message: [
			'The answer differs from the documented shape (documented, got):',
			...drifted.map(({ path, documented, got }) => `  ${path}: ${documented}, got ${got}`),
		].join('\n'),
	},
	deviations: drifted,
});

const flaky = sampleResult({
	...failedCall,
	name: 'edge/lost-answer',
	title: 'The answer of payment-options is lost after the commit',
	status: 'flaky',
});

const skipped = (name: string) =>
	sampleResult({
		...{ name, status: 'skipped', durationMs: 0, steps: [], transactionIds: [] },
		title: 'The payment is confirmed a day after its end',
		skipReason: "needs a sandbox's clock and network, and http://127.0.0.1:8080 answers no health",
	});

const others = ['card/approved', 'card/late', 'bank/expired', 'edge/konbini-late'].map((name) =>
	sampleResult({ ...approved, name }),
);

const serviceMode = { mode: 'service', command: 'npx payin-sandbox scenarios --seed 42' } as const;

export const passedRun: ScenarioReport = {
	...sampleScenarios([approved, ...others]),
	...serviceMode,
};

export const failedRun: ScenarioReport = {
	...sampleScenarios([
		approved,
		failedExpectation,
		...others,
		skipped('edge/late-confirmation'),
		flaky,
		failedCall,
		deviating,
	]),
	...serviceMode,
	assumptions: ['D-17', 'D-21', 'D-33'],
};

/** The run was interrupted while one story ran, which had hardly begun, and before another one. */
export const interruptedRun: ScenarioReport = {
	...sampleScenarios([
		approved,
		sampleResult({
			...{ name: 'bank/slow', title: 'A bank payment waits', status: 'skipped', interrupted: true },
			...{ durationMs: 0, steps: toTheCashier.slice(0, 1), transactionIds: [] },
			skipReason: 'the run was interrupted while this story ran, after 0 ms',
		}),
		{ ...skipped('edge/late-confirmation'), skipReason: 'the run was interrupted' },
	]),
	...serviceMode,
	...{ verdict: 'ERROR', exitCode: 130, error: 'Interrupted.' },
};

const shopSteps: Step[] = [
	{
		...{ name: 'shopper checks out', status: 'passed', durationMs: 160, atMs: 2 },
		detail: 'POST /orders/o-17/pay → 302',
		message: { from: 'shopper', to: 'merchant' },
	},
	call('payment-options', 5, 60),
	{
		...call('payment-options', 70, 41),
		detail: 'POST /v2/payment-options → the connection was reset after the commit',
	},
	call('hybrid-payment', 115, 30),
	act('shopper pays', 170),
	{ ...act('network confirms', 190), message: { from: 'network', to: 'service' } },
	{ ...act('shopper pays the first link too', 210) },
];

const doubleCharge = sampleResult({
	name: 'merchant/answer-lost',
	title: 'The answer of payment-options is lost, and the shop retries',
	tags: ['merchant', 'money'],
	status: 'failed',
	durationMs: 260,
	steps: [
		...shopSteps,
		{
			name: 'expect confirmed payments of the order',
			status: 'failed',
			durationMs: 0.2,
			atMs: 251,
			detail: 'expected 1, got 2',
		},
	],
	failure: {
		step: 'expect confirmed payments of the order',
		message: 'expected 1, got 2\nfinding duplicate_order (money): calls #4 and #6',
		expected: '1',
		actual: '2',
		timeline: [
			'12:00:00.005 merchant → payment-options, reference o-17, 200',
			'12:00:00.070 merchant → payment-options, reference o-17-retry, reset after the commit',
			'12:00:00.230 both payments confirmed: same customer and amount, no common reference',
		],
	},
	cost: 'The shopper pays one order twice. You refund, and pay the fees of both.',
	advice:
		'Create one paymentReference for each order, store it before the call, and retry with it.',
	rerun: 'npx payin-sandbox scenarios merchant/answer-lost --merchant shop.json --seed 42',
	transactionIds: ['df921609-fe15-44a7-8b08-349f7fb11b18', '0a6b7c1e-58f2-4d0f-9a38-27d8b3e0a001'],
});

const handled = [
	['merchant/card-approved', 'A card is approved'],
	['merchant/declined', 'A card is declined, then the shopper returns'],
	['merchant/returns-while-processing', 'The shopper returns while the payment is in processing'],
	['merchant/html-error-page', 'The service answers with an HTML page'],
].map(([name = '', title = '']) =>
	sampleResult({ name, title, tags: ['merchant'], steps: shopSteps, durationMs: 240, cost }),
);

export const merchantRun: ScenarioReport = {
	...sampleScenarios([
		...handled,
		doubleCharge,
		sampleResult({
			...{ name: 'merchant/late-confirmation', status: 'skipped', durationMs: 0 },
			...{ title: 'The payment is confirmed a day late', steps: [], transactionIds: [] },
			skipReason:
				'the merchant file has no "settle": the shop cannot learn that it was paid (D-14)',
			cost: 'You ship nothing for an order that was paid.',
		}),
	]),
	mode: 'merchant',
	command: 'npx payin-sandbox scenarios --merchant shop.json --seed 42',
	findings: [
		...[{ code: 'retried_without_pause', severity: 'risky' as const, count: 3 }].map((finding) => ({
			...finding,
			story: 'merchant/html-error-page',
			entries: ['11', '12', '13'],
		})),
		{
			...{ code: 'duplicate_order', severity: 'money', count: 1 },
			...{ story: 'merchant/answer-lost', entries: ['4', '6'] },
		},
	],
};
