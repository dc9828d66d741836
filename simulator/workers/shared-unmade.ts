/** The beginnings that the server has shown, known to its supervisor: asked for when a step looks at one. */

import { createLruCache } from '../runtime/lru-cache.ts';
import type { Beginning, Unmade, UnmadeOptions } from '../state/unmade.ts';
import type { SupervisorCalls } from './calls.ts';
import type { Channel } from './channel.ts';

/** A step looked at what is not here yet. */
class NotAtHand extends Error {}

interface Held {
	beginning: Beginning;
	/** Of which the supervisor knows. */
	strayCalls: number;
	holders: number;
}

/** Names that this process asked for, and has not forgotten since: more than the supervisor remembers. */
const mostAsked = 10_000;
/** Of one call: each further one takes another call that forgets the name meanwhile. */
const mostHolds = 100;

export function sharedUnmade(
	{ ask }: Pick<Channel<SupervisorCalls>, 'ask'>,
	{ begin }: UnmadeOptions,
): Unmade {
	const held = new Map<string, Held>();
	const asked = createLruCache<true>(mostAsked);

	const hold = async (name: string): Promise<Held> => {
		const own = begin(name);
		const { secret, clock } = own.world;
		const proposal = { secret, clock, strayCalls: 0 };
		const { strayCalls, ...facts } = await ask('lookUnmade', { name, proposal });
		asked.put(name, true);
		const beginning = { world: { ...own.world, ...facts }, strayCalls };
		const one = held.get(name) ?? { beginning, strayCalls, holders: 0 };
		one.holders += 1;
		held.set(name, one);
		return one;
	};
	/**
	 * What the call did is done: that nobody says so in time must not make a failure of it. Whether waited for or not, the
	 * supervisor hears it as long as there is one.
	 */
	const note = async (answer: Promise<unknown>) => {
		await answer.catch(() => undefined);
	};
	const release = async (name: string, one: Held) => {
		one.holders -= 1;
		if (one.holders === 0 && held.get(name) === one) held.delete(name);
		const calls = one.beginning.strayCalls - one.strayCalls;
		if (calls === 0) return;
		one.strayCalls += calls;
		await note(ask('countStrayCalls', { name, calls }));
	};

	return {
		look(name) {
			const known = held.get(name);
			if (!known) throw new NotAtHand(`how ${name} would begin is not known here`);
			return known.beginning;
		},
		async during(name, run) {
			for (let holds = 0; ; holds += 1) {
				const one = holds === 0 ? null : await hold(name);
				try {
					return await run();
				} catch (error) {
					if (!(error instanceof NotAtHand) || holds === mostHolds) throw error;
				} finally {
					if (one) await release(name, one);
				}
			}
		},
		async forget(name, isNews) {
			held.delete(name);
			const wasAsked = asked.take(name);
			if (wasAsked || isNews) await note(ask('forgetUnmade', name));
		},
	};
}
