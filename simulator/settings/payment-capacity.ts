/** Adapts `limits.maxPayments` to the heap of the process, for a sandbox that stores its payments there. */
import type { SettingsRecord } from './settings.ts';
import { changeSettings, settingsOf } from './settings.ts';

/** The heap of a sandbox without payments, with a full journal, and of reading its findings, in bytes. */
const ownBytes = 150_000_000;
/** The smallest heap that is planned for payments, in bytes, also in a process whose heap is smaller than `ownBytes`. */
const minPaymentsBytes = 7_500_000;
/**
 * The heap of a payment without the response that its idempotency key keeps, in bytes: 2,200 when it was paid and
 * returned, and up to 6,500 with a key, three attempts and a `redirectUrl` of 1,500 characters. With the default
 * responses, of at most 1,295 bytes, 250,000 payments fit into the usual heap of 2 GB.
 */
const paymentBytes = 6_500;

interface FitToHeapOptions {
	heapLimitBytes: number;
	/** The responses of payment-options, with the longest one. An idempotency key keeps a whole response. */
	responses: readonly string[];
}

/**
 * Lowers the default of `limits.maxPayments` to the number of payments that fit into the heap: otherwise the process
 * would run out of memory before the sandbox evicts a payment. A value that the user set stays. `notice` is a line about
 * a default that was lowered, or about a value that may be too high; null if all fit.
 */
export function fitToHeap(
	settings: SettingsRecord,
	{ heapLimitBytes, responses }: FitToHeapOptions,
): { settings: SettingsRecord; notice: string | null } {
	const responseBytes = Math.max(...responses.map(heapBytesOf));
	const bytes = Math.max(minPaymentsBytes, heapLimitBytes - ownBytes);
	const payments = Math.floor(bytes / (paymentBytes + responseBytes));
	const capacity = payments < 100 ? Math.max(1, payments) : Math.floor(payments / 100) * 100;
	const fitted = withDefaultAtMost(settings, capacity);
	const { maxPayments } = fitted.inForce.limits;
	const heap = `the heap of this process, ${Math.round(heapLimitBytes / 1e6)} MB`;
	const kept = `with a stored response of ${(responseBytes / 1_000).toFixed(1)} kB each (for idempotency keys)`;
	const raise = 'or raise --max-old-space-size of Node.';
	if (maxPayments > capacity) {
		const rule = `${maxPayments} payments ${kept} may not fit into ${heap}.`;
		return { settings: fitted, notice: `${rule} Lower limits.maxPayments, ${raise}` };
	}
	if (maxPayments === settings.inForce.limits.maxPayments)
		return { settings: fitted, notice: null };
	const rule = `limits.maxPayments is ${maxPayments}: more payments ${kept} may not fit into ${heap}.`;
	return { settings: fitted, notice: `${rule} Set another value, ${raise}` };
}

function withDefaultAtMost(settings: SettingsRecord, maxPayments: number): SettingsRecord {
	if (settingsOf(settings.profile).inForce.limits.maxPayments <= maxPayments) return settings;
	const changed = changeSettings({ ...settings, processDefaults: { limits: { maxPayments } } }, {});
	if (!changed.ok) throw new Error(`limits.maxPayments cannot be ${maxPayments}`);
	return changed.record;
}

/** Node keeps a text in one byte for each character, or in two if one of them is not in Latin-1. */
function heapBytesOf(text: string): number {
	return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
