/** Lowers the default of `limits.maxPayments` in a process whose heap is too small for it. */
import type { SettingsRecord } from './settings.ts';
import { changeSettings } from './settings.ts';

/** The heap of a sandbox without payments, with a full journal, in bytes. */
const ownBytes = 100_000_000;
/** The heap of a payment that was paid and returned, in bytes: 2,200, and the rest for long texts and for garbage. */
const paymentBytes = 3_600;
const fewest = 1_000;

/**
 * Returns settings whose `limits.maxPayments` fits into a heap of this size, for a sandbox that stores its payments
 * there: otherwise the process would run out of memory before the sandbox evicts a payment. A value that the user set
 * stays. `notice` says what was lowered; null if the default fits.
 */
export function fitToHeap(
	settings: SettingsRecord,
	heapLimitBytes: number,
): { settings: SettingsRecord; notice: string | null } {
	const { patch, inForce } = settings;
	const thousands = Math.floor((heapLimitBytes - ownBytes) / paymentBytes / 1_000);
	const maxPayments = Math.max(fewest, thousands * 1_000);
	const given = (patch.limits as Partial<typeof inForce.limits> | undefined)?.maxPayments;
	if (given !== undefined || maxPayments >= inForce.limits.maxPayments) {
		return { settings, notice: null };
	}
	const changed = changeSettings(settings, { limits: { maxPayments } });
	if (!changed.ok) throw new Error(`limits.maxPayments cannot be ${maxPayments}`);
	const heap = `the heap of this process, ${Math.round(heapLimitBytes / 1e6)} MB`;
	return {
		settings: changed.record,
		notice: `limits.maxPayments is ${maxPayments}: more payments may not fit into ${heap} (--max-old-space-size of Node). Set it to keep another number.`,
	};
}
