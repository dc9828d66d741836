/** How often each call was made to a payment. A million payments come the same few ways: what they count on them is shared. */

export type CallCounts = Readonly<Record<string, number>>;

/** How the call that creates a payment is noted with it, and whoever repeats that call. */
export const creation = 'payment-options';

/** What every payment begins with. */
export const createdOnce: CallCounts = Object.freeze({ [creation]: 1 });

/** What follows on shared counts, by the call that was made for the first time. */
const ways = new WeakMap<CallCounts, Map<string, CallCounts>>([[createdOnce, new Map()]]);
/** Nobody fills the memory by going unusual ways. */
let waysLeft = 1_000;

export function counted(counts: CallCounts, call: string): CallCounts {
	const before = counts[call] ?? 0;
	const onward = before === 0 ? ways.get(counts) : undefined;
	const known = onward?.get(call);
	if (known) return known;
	const after = Object.freeze({ ...counts, [call]: before + 1 });
	if (onward && waysLeft > 0) {
		waysLeft -= 1;
		onward.set(call, after);
		ways.set(after, new Map());
	}
	return after;
}
