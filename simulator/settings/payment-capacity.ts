/** Adapts `limits.maxPayments` to the heap of the process, for a sandbox that stores its payments there. */
import type { SettingsRecord } from './settings.ts';
import { changeSettings, settingsOf } from './settings.ts';

/** The heap of a sandbox without payments, with a full journal, and of reading its findings, in bytes. */
const ownBytes = 150_000_000;
/**
 * The heap of a payment, in bytes: 2,200 when it was paid and returned, and up to 6,500 with an idempotency key, three
 * attempts and a `redirectUrl` of 1,800 characters, without the response that the key keeps. With 250,000 payments, the
 * usual heap of 2 GB is large enough.
 */
const paymentBytes = 6_500;
const fewest = 100;

interface HeapFacts {
	heapLimitBytes: number;
	/** The heap of the longest response that an idempotency key keeps: one of payment-options. */
	answerBytes: number;
}

/**
 * Lowers the default of `limits.maxPayments` to the number of payments that fit into the heap: otherwise the process
 * would run out of memory before the sandbox evicts a payment. A value that the user set stays. `notice` is a line about
 * a default that was lowered, or about a value that may be too high; null if all fit.
 */
export function fitToHeap(
	settings: SettingsRecord,
	{ heapLimitBytes, answerBytes }: HeapFacts,
): { settings: SettingsRecord; notice: string | null } {
	const payments = (heapLimitBytes - ownBytes) / (paymentBytes + answerBytes);
	const capacity = Math.max(fewest, Math.floor(payments / 100) * 100);
	const fitted = withDefaultAtMost(settings, capacity);
	const { maxPayments } = fitted.inForce.limits;
	const heap = `the heap of this process, ${Math.round(heapLimitBytes / 1e6)} MB`;
	const raise = 'or raise --max-old-space-size of Node.';
	if (maxPayments > capacity) {
		const rule = `${maxPayments} payments may not fit into ${heap}.`;
		return { settings: fitted, notice: `${rule} Lower limits.maxPayments, ${raise}` };
	}
	if (maxPayments === settings.inForce.limits.maxPayments)
		return { settings: fitted, notice: null };
	const rule = `limits.maxPayments is ${maxPayments}: more payments may not fit into ${heap}.`;
	return { settings: fitted, notice: `${rule} Set another value, ${raise}` };
}

function withDefaultAtMost(settings: SettingsRecord, maxPayments: number): SettingsRecord {
	if (settingsOf(settings.profile).inForce.limits.maxPayments <= maxPayments) return settings;
	const changed = changeSettings({ ...settings, processDefaults: { limits: { maxPayments } } }, {});
	if (!changed.ok) throw new Error(`limits.maxPayments cannot be ${maxPayments}`);
	return changed.record;
}
