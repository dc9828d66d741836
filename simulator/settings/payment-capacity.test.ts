import { expect, test } from 'vitest';
import { fitToHeap } from './payment-capacity.ts';
import { changeSettings, settingsOf } from './settings.ts';

/** The settings of the profile `sandbox` with this `limits.maxPayments`. */
function settingsWith(maxPayments: number | null) {
	const changed = changeSettings(settingsOf('sandbox'), { limits: { maxPayments } });
	if (!changed.ok) throw new Error('the settings are invalid');
	return changed.record;
}

const withHeap = (heapLimitBytes: number, responseBytes = 1_000, letter = 'a') => ({
	heapLimitBytes,
	responses: ['', letter.repeat(responseBytes)],
});

test.each([
	[4_000_000_000, null, 250_000, null],
	// 64 GB hold more than the greatest value of the setting.
	[68_000_000_000, null, 250_000, null],
	[
		4_000_000_000,
		1_000_000,
		1_000_000,
		/^1000000 payments with a stored response of 1\.0 kB each \(for idempotency keys\) may not fit .* 4000 MB\. Lower/,
	],
	[330_000_000, null, 24_000, /^limits\.maxPayments is 24000: .* 330 MB\. Set another value/],
	[330_000_000, 500, 500, null],
	[330_000_000, 250_000, 250_000, /^250000 payments .* may not fit/],
	[40_000_000, null, 1_000, /^limits\.maxPayments is 1000: /],
])('with a heap of %i bytes, limits.maxPayments of %s is %i', (heap, given, expected, text) => {
	const { settings, notice } = fitToHeap(settingsWith(given), withHeap(heap));
	expect(settings.inForce.limits.maxPayments).toBe(expected);
	if (text === null) expect(notice).toBeNull();
	else expect(notice).toMatch(text);
});

test('null restores the default that fits, also after a lower value at the start', () => {
	for (const given of [null, 500, 250_000]) {
		const { settings } = fitToHeap(settingsWith(given), withHeap(330_000_000));
		const restored = changeSettings(settings, { limits: { maxPayments: null } });
		expect(restored.ok && restored.record.inForce.limits.maxPayments).toBe(24_000);
		const all = changeSettings(settings, { limits: null });
		expect(all.ok && all.record.inForce.limits.maxPayments).toBe(24_000);
	}
});

test.each([
	[330_000_000, 11_800, 'a', 9_800],
	[330_000_000, 11_800, 'ü', 9_800],
	// Not in Latin-1: two bytes for each letter.
	[330_000_000, 11_800, '日', 5_900],
	[176_000_000, 1_000_000, 'a', 25],
	[40_000_000, 10_000_000, 'a', 1],
])('with %i bytes and responses of %i "%s", %i payments fit', (heap, length, letter, expected) => {
	const { settings, notice } = fitToHeap(settingsWith(null), withHeap(heap, length, letter));
	expect(settings.inForce.limits.maxPayments).toBe(expected);
	const bytes = letter === '日' ? length * 2 : length;
	expect(notice).toContain(
		`with a stored response of ${(bytes / 1_000).toFixed(1)} kB each (for idempotency keys)`,
	);
});
