/** Ends workers that hang: one that stands still amid a change of a file keeps all the others from changing it. */
import type { Member } from './member.ts';

export const roundMs = 1_000;
/**
 * Longer than a collection of garbage or a slow disk takes. Counted in rounds, so that a time in which all processes stood
 * still together is nobody's silence.
 */
const mostRounds = 30;

interface Heard {
	/** Since its last answer. */
	rounds: number;
	isAsked: boolean;
	isDebugged: boolean;
}

type Called = Pick<Member, 'channel' | 'end'>;

/** What it returns is one round: asks everybody, and ends who was silent for too long. */
export function createRollCall() {
	const heard = new WeakMap<Called, Heard>();
	const listen = async ({ channel }: Called, of: Heard) => {
		of.isAsked = true;
		const { isDebugged } = await channel.ask('beThere', null, null);
		Object.assign(of, { rounds: 0, isAsked: false, isDebugged });
	};
	return (members: Iterable<Called>): void => {
		let longest: Called | null = null;
		let most = mostRounds;
		for (const member of members) {
			const of = heard.get(member) ?? { rounds: 0, isAsked: false, isDebugged: false };
			heard.set(member, of);
			// One that is gone says nothing more.
			if (!of.isAsked) listen(member, of).catch(() => undefined);
			of.rounds += 1;
			if (of.isDebugged || of.rounds <= most) continue;
			longest = member;
			most = of.rounds;
		}
		// One in a round: the others may only have waited for what it held.
		const seconds = (mostRounds * roundMs) / 1_000;
		longest?.end(`was ended, for it gave no answer for ${seconds} s`);
	};
}
