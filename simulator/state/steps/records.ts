/** What the file and Redis stores keep, under which keys and in which order. A change of any of it is another schema. */
import { createHash } from 'node:crypto';
import type { Payment } from '../../domain/payment.ts';
import type { World } from '../../workspaces/world.ts';
import type { KeptAnswer } from '../store.ts';
import type { Draft, Key, Step } from './step.ts';

export const schemaVersion = 3;

/** Of the whole store. */
export interface Tally {
	readonly live: number;
	readonly evicted: number;
	readonly expired: number;
	/** Payments so far: the next one's place in the order of all. */
	readonly order: number;
}

export interface Roster {
	readonly workspaces: number;
	/** Beginnings of workspaces so far. */
	readonly begun: number;
}

export interface Space {
	/** Another one each time it begins: what was in it before is out of sight at once, and swept out after. */
	readonly beginning: number;
	/** Its place in the order of making. */
	readonly made: number;
	readonly createdMs: number;
	readonly world: World;
}

/** Of one beginning of a workspace. */
export interface Size {
	readonly live: number;
	/** Payments so far. */
	readonly ordinal: number;
	/** Above every serial of references that are counted no more: one number, however many there were. */
	readonly unusedSerial: number;
}

export interface KeptPayment {
	readonly payment: Payment;
	readonly order: number;
	/** On the clock of its world; `never` when it is never final by itself. */
	readonly finalAt: number;
	readonly isUnopened: boolean;
	/** Idempotency keys it got after its first. */
	readonly otherKeys: readonly string[];
}

export interface ReferenceCount {
	/** How often it came, kept while a payment with it is kept. */
	readonly seen: number;
	/** The serial of the first that was counted. */
	readonly firstSerial: number;
	readonly kept: number;
}

/** JSON has no infinity. */
export const never = Number.MAX_SAFE_INTEGER;

/** One beginning of a workspace: in front of everything that is in it. */
export function placeOf(workspace: string, { beginning }: Pick<Space, 'beginning'>): string {
	return `${workspace}/${beginning}`;
}

const key = <T>(name: string): Key<T> => ({ name, steady: false });

export const keys = {
	schema: key<number>('schema'),
	tally: key<Tally>('tally'),
	roster: key<Roster>('roster'),
	space: (workspace: string): Key<Space> => ({ name: `space/${workspace}`, steady: true }),
	usedMs: (workspace: string) => key<number>(`used/${workspace}`),
	size: (place: string) => key<Size>(`size/${place}`),
	strayCalls: (place: string) => key<number>(`stray/${place}`),
	payment: (place: string, sessionId: string) =>
		key<KeptPayment>(`payment/${place}/${short(sessionId)}`),
	/** The session of a transaction. */
	session: (place: string, transactionId: string) =>
		key<string>(`transaction/${place}/${short(transactionId)}`),
	reference: (place: string, reference: string) =>
		key<ReferenceCount>(`reference/${place}/${short(reference)}`),
	answer: (place: string, idempotencyKey: string) =>
		key<{ sessionId: string; answer: KeptAnswer }>(`answer/${place}/${short(idempotencyKey)}`),
	/** Written whenever that index is: who reads it and the index sees all of the index, or is run again. */
	dueMark: (place: string) => key<null>(`due-mark/${place}`),
	declinedMark: (place: string) => key<null>(`declined-mark/${place}`),
};

/** By index: what its number is, and what stands there. */
export const indexes = {
	/** When each workspace was last used; which one. */
	used: 'used',
	/** In order of making; which workspace. */
	workspaces: 'workspaces',
	/** Order of payments; place and session. Final by the time they came here. */
	final: 'final',
	/** Order of payments; place and session. */
	unopened: 'unopened',
	/** Places of workspaces that ended or begun anew, to be swept out. */
	garbage: 'garbage',
	/** Order; session. */
	age: (place: string) => `age/${place}`,
	/** Order; session. */
	reference: (place: string, reference: string) => `reference/${place}/${short(reference)}`,
	/** When it will be final; order and session. */
	pending: (place: string) => `pending/${place}`,
	/** When a planned entry comes true; order, entry and session. */
	due: (place: string) => `due/${place}`,
	/** Those that end declined, which the rule about attempts bears on: order; session. */
	declined: (place: string) => `declined/${place}`,
};

export function* tallyOf(draft: Draft): Step<Tally> {
	return (yield* draft.get(keys.tally)) ?? { live: 0, evicted: 0, expired: 0, order: 0 };
}

export function* sizeOf(draft: Draft, place: string): Step<Size> {
	return (yield* draft.get(keys.size(place))) ?? { live: 0, ordinal: 0, unusedSerial: 0 };
}

/** Texts of callers may be long or odd: those go by their digest, which begins as no plain one does. */
function short(text: string): string {
	if (/^[\w.-]{1,64}$/.test(text)) return text;
	return `~${createHash('sha256').update(JSON.stringify(text)).digest('base64url')}`;
}
