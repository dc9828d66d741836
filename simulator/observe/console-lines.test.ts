import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noNotes } from '../wire/call.ts';
import type { RequestContext } from '../wire/request-context.ts';
import { createConsoleLines } from './console-lines.ts';

/** `endSecond` ends the second of the latest first line. */
function setup(hasColours = false) {
	const lines: string[] = [];
	let endSecond = () => {};
	const consoleLines = createConsoleLines({
		write: (line) => lines.push(line),
		hasColours,
		monotonicMs: () => 2_000,
		sleep: () =>
			new Promise((resolve) => {
				endSecond = resolve;
			}),
	});
	const ended = async () => {
		endSecond();
		// The line of the count follows in a later microtask.
		await Promise.resolve();
	};
	return { lines, consoleLines, ended };
}

const context = (changes: Partial<RequestContext> = {}) =>
	({
		workspace: 'default',
		method: 'POST',
		path: '/v2/payment-options',
		call: 'paymentOptions',
		paymentReference: 'ord-4',
		sent: null,
		startedMs: 0,
		faults: [],
		isServing: () => true,
		...changes,
	}) as RequestContext;
const reply = { status: 200, contentType: 'application/json', text: '{}', notes: noNotes };
const order = { arrived: 0, answered: 0 };
const facts = { bytes: 2, ownMs: 1, gone: false, goneMs: 0, order };

test('a fault has one line, with every result of the call', () => {
	const { lines, consoleLines } = setup();
	const faults = [{ id: 'f-1', kind: 'reset', phase: 'before' }] as const;
	consoleLines.record(context({ faults }), { ...reply, status: 503 }, { ...facts, gone: true });
	expect(lines).toEqual(['f ord-4 reset before (f-1)\n']);
});

test('a client that a stop cuts off is not a lost client', () => {
	const { lines, consoleLines } = setup();
	const gone = { ...facts, gone: true };
	consoleLines.record(context({ isServing: () => false }), reply, gone);
	consoleLines.record(context(), reply, gone);
	expect(lines).toEqual(['x ord-4 client left after 2.0 s\n']);
});

test('only the marker has a colour', () => {
	const { lines, consoleLines } = setup(true);
	const warnings = ['currency_mismatch'] as const;
	consoleLines.record(context(), { ...reply, notes: { assumptions: [], warnings } }, facts);
	consoleLines.record(context(), { ...reply, status: 503 }, facts);
	expect(lines).toEqual([
		'\u001b[33m!\u001b[39m ord-4 currency_mismatch\n',
		'\u001b[31m503\u001b[39m payment-options ord-4: Service Unavailable\n',
	]);
});

test('of each second ten lines are printed, and the others are counted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }), async (seconds) => {
			const { lines, consoleLines, ended } = setup();
			for (const calls of seconds) {
				const before = lines.length;
				for (let call = 0; call < calls; call += 1) {
					consoleLines.record(context(), { ...reply, status: 404 }, facts);
				}
				await ended();
				const shown = Math.min(calls, 10);
				const rest = calls > 10 ? [`… and ${calls - 10} more\n`] : [];
				expect(lines.slice(before + shown)).toEqual(rest);
				expect(lines.length - before).toBe(shown + rest.length);
			}
		}),
		{ seed: 7 },
	);
});

test('a line is one line of visible characters, with every reference', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (reference) => {
			const { lines, consoleLines } = setup();
			consoleLines.record(
				context({ paymentReference: reference }),
				{ ...reply, status: 404 },
				facts,
			);
			expect(lines).toHaveLength(1);
			expect(lines[0]).toMatch(/^404 payment-options[^\p{C}\p{Zl}\p{Zp}]*: Not Found\n$/u);
			expect(lines[0]?.length).toBeLessThan(150);
		}),
		{ seed: 7 },
	);
});

test('a card number is masked, also between invisible and control characters', () => {
	const number = '4111111111111111';
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('', ' ', '-', '\u0000', '\u200b', '\u00ad', '\u001b'), {
				minLength: 16,
				maxLength: 16,
			}),
			(between) => {
				const { lines, consoleLines } = setup();
				// A blank or a hyphen may stand anywhere between the digits.
				const reference = [...number].map((digit, at) => digit + between[at]).join('');
				consoleLines.record(
					context({ paymentReference: reference }),
					{ ...reply, status: 404 },
					facts,
				);
				expect(lines[0]).toContain('404 payment-options 411111******1111');
			},
		),
		{ seed: 7 },
	);
});
