/** Adapts `limits.maxPayments` to the heap of the process, for a sandbox that stores its payments there. */
import type { SettingsRecord } from './settings.ts';
import { changeSettings } from './settings.ts';

/** The heap of a sandbox without payments, with a full journal, and of reading its findings, in bytes. */
const ownBytes = 150_000_000;
/**
 * The heap of a payment, in bytes: 2,200 when it was paid and returned, and up to 5,200 with an idempotency key, three
 * attempts and long texts.
 */
const paymentBytes = 6_000;
const fewest = 1_000;

/**
 * Lowers the default of `limits.maxPayments` to the number of payments that fit into the heap: otherwise the process
 * would run out of memory before the sandbox evicts a payment. A value that the user set stays. `notice` is a line about
 * a default that was lowered, or about a value that may be too high; null if all fit.
 */
export function fitToHeap(
	settings: SettingsRecord,
	heapLimitBytes: number,
): { settings: SettingsRecord; notice: string | null } {
	const thousands = Math.floor((heapLimitBytes - ownBytes) / paymentBytes / 1_000);
	const maxPayments = Math.max(fewest, thousands * 1_000);
	const fitted = changeSettings({ ...settings, processDefaults: { limits: { maxPayments } } }, {});
	if (!fitted.ok) throw new Error(`limits.maxPayments cannot be ${maxPayments}`);
	const before = settings.inForce.limits.maxPayments;
	if (before <= maxPayments) return { settings, notice: null };
	const isSet = fitted.record.inForce.limits.maxPayments === before;
	const heap = `the heap of this process, ${Math.round(heapLimitBytes / 1e6)} MB`;
	const rule = isSet
		? `${before} payments may not fit into ${heap}. Lower limits.maxPayments`
		: `limits.maxPayments is ${maxPayments}: more payments may not fit into ${heap}. Set another value`;
	return { settings: fitted.record, notice: `${rule}, or raise --max-old-space-size of Node.` };
}
