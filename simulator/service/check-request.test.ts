import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import { requestFieldPaths } from '../contract/gaps/calls.ts';
import { gapIds } from '../contract/gaps/ledger.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import { decimalsOfAmount } from '../domain/money.ts';
import { checkRequest } from './check-request.ts';

const settingsDrawn = fc
	.record({
		unknownFields: fc.constantFrom('ignore', 'warn', 'reject'),
		letterCase: fc.constantFrom('strict', 'fold'),
		required: fc.subarray([...requestFieldPaths]),
		unit: fc.constantFrom('major', 'minor'),
		decimals: fc.constantFrom('iso', 'provider', { COP: 1 }),
		excess: fc.constantFrom('accept', 'warn', 'reject', 'round'),
		mode: fc.constantFrom('accept', 'warn', 'reject'),
		min: fc.constantFrom(1, 100, 1e6),
	})
	.map(({ unknownFields, letterCase, required, unit, decimals, excess, mode, min }): Settings => {
		const { validation, enums, limits } = defaultSettings;
		return {
			...defaultSettings,
			validation: {
				required: [...new Set([...validation.required, ...required])],
				unknownFields,
				case: letterCase,
			} as Settings['validation'],
			amount: { unit, decimals, excess } as Settings['amount'],
			enums: { ...enums, mode } as Settings['enums'],
			limits: { ...limits, amount: { CO: { min } } },
		};
	});

const almostRight = fc
	.record(
		{
			country: fc.oneof(fc.constantFrom('CO', 'co', 'ZZ'), fc.jsonValue()),
			currency: fc.oneof(fc.constantFrom('COP', 'cop', 'KWD'), fc.jsonValue()),
			amount: fc.oneof(
				fc.double({ min: 0, max: 2e12 }),
				fc.constantFrom(1.005, 0.1),
				fc.jsonValue(),
			),
			redirectUrl: fc.oneof(fc.webUrl(), fc.constantFrom('myapp:paid', 'http:'), fc.jsonValue()),
			customer: fc.jsonValue(),
			extra: fc.jsonValue(),
		},
		{ requiredKeys: [] },
	)
	.map((changes) => ({ ...paymentOptionsExample, ...changes }));

const wayBackDrawn = fc.record({
	schemes: fc.constantFrom<string[][]>(['http', 'https'], ['myapp']),
	hosts: fc.constantFrom<(string[] | null)[]>(null, ['shop.example'], ['pay.example:8443']),
});

const anySettings = fc
	.tuple(settingsDrawn, wayBackDrawn)
	.map(([drawn, wayBack]): Settings => ({ ...drawn, return: { ...drawn.return, ...wayBack } }));

test('any body with any settings is accepted, or refused with a field, a rule and a fix for each problem', () => {
	fc.assert(
		fc.property(fc.oneof(almostRight, fc.jsonValue()), anySettings, (body, settings) => {
			const checked = checkRequest(body, settings);
			if (checked.ok) return;
			const { refusal } = checked;
			if (refusal.code !== 'invalid_body') throw new Error(refusal.code);
			expect(refusal.errors.length).toBeGreaterThan(0);
			for (const { param, detail, fix } of refusal.errors) {
				expect(detail.startsWith(`${param} `)).toBe(true);
				expect(fix).not.toBe('');
			}
			for (const id of refusal.assumptions ?? []) expect(gapIds).toContain(id);
		}),
		{ numRuns: 500 },
	);
});

test('a request that was corrected by the fixes is accepted', () => {
	const amounts = fc
		.double({ min: 1e-6, max: 1e9, noNaN: true })
		.map((amount) => Number(amount.toPrecision(9)));
	fc.assert(
		fc.property(amounts, settingsDrawn, (amount, settings) => {
			const request = (sent: number) =>
				checkRequest({ ...paymentOptionsExample, amount: sent }, settings);
			const checked = request(amount);
			if (checked.ok || checked.refusal.code !== 'invalid_body') return;
			const fix = checked.refusal.errors[0]?.fix ?? '';
			const mended = request(Number(/amount = ([\d.]+)\.$/.exec(fix)?.[1]));
			// The corrected value may break a bound. The fix of the bound is then the last one.
			const again = mended.ok ? mended : request(Number(settings.limits.amount.CO?.min));
			expect(again.ok).toBe(true);
		}),
	);
});

test('an accepted amount has no more decimals than its currency, when the settings require it', () => {
	fc.assert(
		fc.property(
			fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
			settingsDrawn,
			(sent, settings) => {
				const amount = Number(sent.toPrecision(12));
				const checked = checkRequest(
					{ ...paymentOptionsExample, currency: 'KWD', amount },
					settings,
				);
				if (!checked.ok) return;
				const { unit, excess } = settings.amount;
				const { request } = checked;
				if (unit === 'minor')
					expect([decimalsOfAmount(request.amount), request.minorDigits]).toEqual([0, 3]);
				else if (excess === 'round' || excess === 'reject') {
					expect(decimalsOfAmount(request.amount)).toBeLessThanOrEqual(3);
				} else expect(request.amount).toBe(amount);
			},
		),
	);
});
