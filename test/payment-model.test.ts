import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from './model/command.ts';
import { run } from './model/command.ts';
import { createEngine, start } from './model/engine.ts';
import { createHttpPayment } from './model/http-payment.ts';
import { PaymentModel } from './model/payment-model.ts';
import { campaign, full, noteFigure } from './support/campaign.ts';
import { startSandbox } from './support/sandbox.ts';

const steps = 50;

/** Rows and columns of the table of states and events, split where rules differ. */
const situations = [
	'created',
	'redirected',
	'opened',
	'opened, code pending',
	'processing',
	'confirmed',
	'declined, retry left',
	'declined',
	'cancelled',
	'expired',
	'expired, late planned',
];
const events = [
	'list-suboptions',
	'choose first',
	'choose same',
	'choose other',
	'open',
	'submit',
	'otp 1234',
	'otp 0000',
	'otp 9999',
	'cancel',
	'return',
	'confirm',
	'decline',
	'decline, fraud',
	'expire',
	'steer',
	'advance',
];

/** A first choice needs a payment without a choice, and another choice needs one with a choice. */
function isPossible(situation: string, event: string): boolean {
	if (event === 'choose first') return ['created', 'cancelled', 'expired'].includes(situation);
	return situation !== 'created' || !/^choose (same|other)/.test(event);
}

const edges = situations.flatMap((situation) =>
	events.filter((event) => isPossible(situation, event)).map((event) => `${situation}: ${event}`),
);

test(
	`the engine follows the written rules for ${steps} random steps`,
	() => {
		const hits = new Map(edges.map((edge) => [edge, 0]));
		fc.assert(
			fc.property(run(steps), ({ settings, commands }) => {
				const model = new PaymentModel(settings, start);
				const engine = createEngine(settings);
				expect(engine.seen()).toEqual(model.seen());
				for (const command of commands) {
					count(hits, model, command);
					const past = engine.past();
					expect([command, engine.do(command)]).toEqual([command, model.do(command)]);
					expect(engine.seen()).toEqual(model.seen());
					const timeline = engine.timeline();
					expect(timeline.slice(0, past.length)).toEqual(past);
					expect(timeline.toSorted((one, other) => one.at - other.at)).toEqual(timeline);
				}
			}),
			{ numRuns: campaign({ sample: 200, full: 10_000 }), seed: 7 },
		);
		const least = campaign({ sample: 1, full: 100 });
		noteFigure(`${campaign({ sample: 200, full: 10_000 })} runs of 50 steps, no difference`);
		const rare = [...hits].filter(([, times]) => times < least);
		expect(rare).toEqual([]);
	},
	full ? 300_000 : 60_000,
);

function count(hits: Map<string, number>, model: PaymentModel, command: Command) {
	if (command.type === 'default-outcome' || command.type === 'network') return;
	const edge = `${model.situation()}: ${model.event(command)}`;
	hits.set(edge, (hits.get(edge) ?? 0) + 1);
}

test(
	'a sandbox does the same over HTTP, including its pages',
	async () => {
		const sandbox = await startSandbox();
		await fc.assert(
			fc.asyncProperty(run(steps), async ({ settings, commands }) => {
				const model = new PaymentModel(settings, await nowOf(sandbox.url));
				const payment = await createHttpPayment(sandbox, settings);
				for (const command of commands) {
					expect([command, await payment.do(command)]).toEqual([command, model.do(command)]);
					const { allowed: _, ...seen } = model.seen();
					expect(payment.seen()).toEqual(seen);
				}
			}),
			{ numRuns: campaign({ sample: 3, full: 500 }), seed: 7 },
		);
		noteFigure(`${campaign({ sample: 3, full: 500 })} runs over HTTP and the pages, no difference`);
	},
	full ? 600_000 : 60_000,
);

async function nowOf(url: string): Promise<number> {
	const { now } = (await (await fetch(`${url}/_sandbox/clock`)).json()) as { now: string };
	return Date.parse(now);
}
