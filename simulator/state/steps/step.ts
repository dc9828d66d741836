/**
 * A step: what a store that others share does at once or not at all. It asks for what it needs to know, which the
 * keeper of a file answers on the spot and that of a server after a round trip, and notes in a draft what is to change.
 */

/** Where a value of this type is kept. */
export interface Key<T> {
	readonly name: string;
	/** Seldom changed and often read: taken apart once, and the same object until it changes. */
	readonly steady: boolean;
	readonly holds?: T;
}

/** Members of an index stand in order of their number, then of their text. */
export interface Entry {
	readonly at: number;
	readonly member: string;
}

/** Both ends belong to it. */
export interface Span {
	readonly index: string;
	readonly min?: number;
	readonly max?: number;
}

export interface Range extends Span {
	readonly limit: number;
	readonly isReverse?: boolean;
}

export type Ask =
	| { readonly kind: 'values'; readonly keys: readonly Key<unknown>[] }
	| { readonly kind: 'entries'; readonly range: Range }
	| { readonly kind: 'count'; readonly span: Span };

/** Answers are values in the order of the keys (`undefined` where there is none), entries, or a number. */
export type Step<R> = Generator<Ask, R, unknown>;

/** A step that can be begun any number of times, and the keys it is sure to ask for. */
export interface Job<R> {
	readonly needs: readonly Key<unknown>[];
	run(draft: Draft): Step<R>;
}

/** What steps see and change. */
export interface Draft {
	get<T>(key: Key<T>): Step<T | undefined>;
	getAll<T>(keys: readonly Key<T>[]): Step<(T | undefined)[]>;
	put<T>(key: Key<T>, value: T): void;
	remove(key: Key<unknown>): void;
	entries(range: Range): Step<Entry[]>;
	count(span: Span): Step<number>;
	enter(index: string, entry: Entry): void;
	/** Nothing happens when it is not there with this number. */
	leave(index: string, entry: Entry): void;
}

/** Runs steps one after the other, as if nobody else did. */
export interface Keeper {
	/** The value a steady key had when it was last read. */
	lastKnown<T>(key: Key<T>): T | undefined;
	/** For jobs that change nothing. */
	read<R>(job: Job<R>): Promise<R>;
	/** What a job throws, it alone is told: nothing of it is kept. */
	write<R>(job: Job<R>): Promise<R>;
	close(): Promise<void>;
}
