/** Commands for a payment, the same for the model, the engine and the sandbox, and what is compared afterwards. */
import fc from 'fast-check';
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { DeclineReason } from '../../simulator/contract/reasons.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { cards, outcomes } from '../../simulator/contract/test-values.ts';
import type { Attempt, Settings, Trigger } from './rules.ts';

/** Choices of hybrid-payment, with the trigger of a test bank. */
export const choices = {
	card: { trigger: null, bank: null },
	'first bank': { trigger: null, bank: 'co-pse-01' },
	'declining bank': {
		trigger: { outcome: 'DECLINE', cause: 'test bank = SIM Bank (declines)' },
		bank: 'co-pse-sim-declines',
	},
	'late bank': {
		trigger: { outcome: 'LATE', cause: 'test bank = SIM Bank (confirms late)' },
		bank: 'co-pse-sim-late',
	},
} as const satisfies Record<string, { trigger: Trigger | null; bank: string | null }>;

/** Input of the card form, with its trigger. */
export interface Typed {
	card: string;
	holder?: string;
	trigger: Trigger | null;
	afterCode?: Outcome;
}

const byCard = (card: string, outcome: Outcome): Typed => {
	return { card, trigger: { outcome, cause: `test card ending ${card.slice(-4)} = ${outcome}` } };
};
const byHolder = (holder: string, outcome: Outcome): Typed => {
	return { card: cards.approve, holder, trigger: { outcome, cause: `holder name = ${outcome}` } };
};

const typed: readonly Typed[] = [
	{ card: cards.approve, trigger: null },
	byCard(cards.decline, 'DECLINE'),
	byCard(cards.hold, 'HOLD'),
	byCard(cards.challenge, 'CHALLENGE'),
	{ ...byCard('4000008400001629', 'CHALLENGE'), afterCode: 'DECLINE' },
	byHolder('FUNDS', 'FUNDS'),
	{ ...byCard(cards.funds, 'FUNDS'), holder: 'HOLD' },
	byHolder('late', 'LATE'),
];

export type Command =
	| { type: 'list-suboptions' }
	| { type: 'open' | 'cancel' | 'return' | 'confirm' | 'expire' }
	| { type: 'choose'; choice: keyof typeof choices }
	| { type: 'submit'; typed: Typed | null }
	| { type: 'otp'; code: '1234' | '0000' | '9999' }
	| { type: 'decline'; reason: DeclineReason }
	| { type: 'steer'; outcomes: readonly Outcome[] }
	/** Time passes. */
	| { type: 'advance'; ms: number }
	/** Settings: the default outcome, and the processing delay. */
	| { type: 'default-outcome'; outcome: Outcome }
	| { type: 'network'; delayMs: number | null };

export interface Seen {
	state: PaymentState;
	final: boolean;
	attempts: number;
	fate: Attempt | null;
	planned: readonly { state: PaymentState; at: number }[];
	/** Sorted. */
	allowed: readonly string[];
}

const windowMs = 30 * 60_000;

const outcome = fc.constantFrom(...outcomes);
/** Mostly seconds; sometimes a window, or a day. */
const span = fc.oneof(
	{ weight: 12, arbitrary: fc.nat(15_000) },
	{ weight: 1, arbitrary: fc.nat(windowMs) },
	{ weight: 1, arbitrary: fc.integer({ min: windowMs, max: windowMs + 1 }) },
	{ weight: 1, arbitrary: fc.nat(30 * 3_600_000) },
);

/** Commands that end a payment are rarer, so that it lives long enough for all others. */
const command: fc.Arbitrary<Command> = fc.oneof(
	{ weight: 8, arbitrary: choose() },
	{
		weight: 8,
		arbitrary: fc.record({
			type: fc.constant('submit' as const),
			typed: fc.option(fc.constantFrom(...typed)),
		}),
	},
	{ weight: 8, arbitrary: fc.record({ type: fc.constant('advance' as const), ms: span }) },
	{
		weight: 8,
		arbitrary: fc.record({
			type: fc.constant('otp' as const),
			code: fc.constantFrom('1234' as const, '0000' as const, '9999' as const, '9999' as const),
		}),
	},
	{
		weight: 7,
		arbitrary: fc.record({
			type: fc.constant('steer' as const),
			outcomes: fc.array(fc.oneof(outcome, fc.constant('LATE' as const)), {
				minLength: 1,
				maxLength: 3,
			}),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			type: fc.constant('decline' as const),
			reason: fc.constantFrom<DeclineReason>(
				'generic_decline',
				'stolen_card',
				'limit_exceeded',
				'incorrect_cvc',
				'generic_decline',
				'fraudulent',
			),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ type: fc.constant('default-outcome' as const), outcome }) },
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant('network' as const),
			delayMs: fc.option(fc.nat(20_000)),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.constantFrom(
			{ type: 'list-suboptions' as const },
			{ type: 'open' as const },
			{ type: 'return' as const },
		),
	},
	{
		weight: 4,
		arbitrary: fc.constantFrom(
			{ type: 'cancel' as const },
			{ type: 'confirm' as const },
			{ type: 'expire' as const },
		),
	},
);

function choose(): fc.Arbitrary<Command> {
	return fc.record({
		type: fc.constant('choose' as const),
		choice: fc.constantFrom(...(Object.keys(choices) as (keyof typeof choices)[])),
	});
}

export interface Run {
	settings: Settings;
	commands: Command[];
}

/** Starts that random commands seldom produce, for the rare rows of the table. */
const beginnings: readonly Command[][] = [
	[],
	[],
	[{ type: 'choose', choice: 'card' }, { type: 'open' }],
	[
		{ type: 'steer', outcomes: ['CHALLENGE', 'APPROVE'] },
		{ type: 'choose', choice: 'first bank' },
		{ type: 'submit', typed: null },
	],
];

export const run = (steps: number): fc.Arbitrary<Run> => {
	const commands = fc
		.tuple(
			fc.constantFrom(...beginnings),
			fc.array(command, { minLength: steps, maxLength: steps, size: 'max' }),
		)
		.map(([beginning, rest]) => [...beginning, ...rest].slice(0, steps));
	return fc.record({
		settings: fc.record({
			maxAttempts: fc.integer({ min: 1, max: 5 }),
			header: fc.option(fc.array(outcome, { minLength: 1, maxLength: 3 }), { freq: 2 }),
			email: fc.option(outcome, { freq: 2 }),
			windowMs: fc.constant(windowMs),
			timeoutMs: fc.option(fc.nat(40 * 60_000), { freq: 2 }),
			repeat: fc.constantFrom(
				'replace' as const,
				'replace' as const,
				'same' as const,
				'reject' as const,
			),
		}),
		commands,
	});
};
