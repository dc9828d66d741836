/** The first of many entries that come true, in order: sorts and keeps no more than twice as many as are told. */
import type { Advanced, DueTransition } from './store.ts';

export interface Soonest {
	/** Of entries at the same time, those added first come first. */
	add(transition: DueTransition): void;
	taken(): Omit<Advanced, 'now'>;
}

export function createSoonest(limit: number): Soonest {
	const transitions: DueTransition[] = [];
	let total = 0;
	let tooLate = Number.POSITIVE_INFINITY;
	const cut = () => {
		transitions.sort((one, other) => one.at - other.at);
		if (transitions.length < limit) return;
		transitions.length = limit;
		tooLate = transitions.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
	};
	return {
		add(transition) {
			total += 1;
			if (transition.at >= tooLate) return;
			transitions.push(transition);
			if (transitions.length > 2 * limit) cut();
		},
		taken() {
			cut();
			return { total, transitions };
		},
	};
}
