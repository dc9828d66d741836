/** What the supervisor answers its workers: what is everybody's, kept here or gathered from all of them. */
import type { JournalLimits } from '../journal/journal.ts';
import { cutsFor, mergePages } from '../journal/together.ts';
import { createSeen } from '../state/unmade.ts';
import { createAllowances } from '../wire/allowances.ts';
import type { SupervisorCalls, UnmadeFacts, WorkerCalls } from './calls.ts';
import type { Answers, Channel } from './channel.ts';
import { NoAnswer } from './channel.ts';

interface CommonsOptions {
	/** The workers at work now. */
	workers(): readonly Channel<WorkerCalls>[];
	wallNow(): number;
}

export interface Commons {
	answers: Answers<Omit<SupervisorCalls, 'enter' | 'started'>>;
	/** The journals that can be asked keep within the limits again, together. */
	trim(): Promise<void>;
}

type Ask<T> = (worker: Channel<WorkerCalls>) => Promise<T>;
type Gather = <T>(ask: Ask<T>) => Promise<T[]>;

/** Less than an asker waits, so that it hears why. */
const siblingWaitMs = 3_000;

export function createCommons({ workers, wallNow }: CommonsOptions): Commons {
	const unmade = createSeen<UnmadeFacts>(wallNow);
	let limits: JournalLimits | null = null;

	/** What a worker knew that is gone is gone, too. */
	const ofAll: Gather = async (ask) => {
		const asked = workers().map(async (worker) => {
			try {
				return [await ask(worker)];
			} catch (error) {
				if (error instanceof NoAnswer && error.isGone) return [];
				throw error;
			}
		});
		return (await Promise.all(asked)).flat();
	};
	/** One that hangs keeps none of the others from being trimmed. */
	const ofThoseThatAnswer: Gather = async (ask) => {
		const asked = workers().map((worker) => ask(worker).then((told) => [told]));
		return (await Promise.all(asked.map((one) => one.catch(() => [])))).flat();
	};
	const trim = async (gather: Gather) => {
		if (limits === null) return;
		const kept = await gather(({ ask }) => ask('kept', null, siblingWaitMs));
		const entries = kept.reduce((total, one) => total + one.entries, 0);
		const bytes = kept.reduce((total, one) => total + one.bytes, 0);
		if (entries <= limits.journalEntries && bytes <= limits.journalBytes) return;
		const holdings = await gather(({ ask }) => ask('holdings', null, siblingWaitMs));
		const cuts = cutsFor(holdings, limits);
		await gather(({ ask }) => ask('cut', cuts, siblingWaitMs));
	};

	return {
		trim: () => trim(ofThoseThatAnswer),
		answers: {
			...createAllowances(),
			async page({ workspace, wanted }) {
				await trim(ofAll);
				const pages = await ofAll(({ ask }) => ask('page', { workspace, wanted }, siblingWaitMs));
				return mergePages(pages, wanted.limit);
			},
			async clear(workspace) {
				const cleared = await ofAll(({ ask }) => ask('clear', workspace, siblingWaitMs));
				return cleared.reduce((total, one) => total + one, 0);
			},
			limitTo(asked) {
				limits = asked;
			},
			lookUnmade: ({ name, proposal }) => unmade.look(name, () => proposal),
			countStrayCalls({ name, calls }) {
				const known = unmade.find(name);
				if (known) known.strayCalls += calls;
			},
			forgetUnmade: (name) => unmade.forget(name),
		},
	};
}
