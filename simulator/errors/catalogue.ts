/** What a catalogue says of one refusal. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ApiError, ApiErrorCode } from './api-error.ts';

export interface Words {
	detail: string;
	fix: string;
	/** The field that is wrong; null when it is not about one. */
	param: string | null;
}

export interface Entry<R> {
	status: number;
	title: string;
	/** Gaps beyond those of every refusal (D-15, D-16, D-17). */
	assumptions?: readonly GapId[];
	words(refusal: R): Words;
	/** Headers that belong to its status. */
	headers?(refusal: R): Readonly<Record<string, string>>;
}

export const words = (param: string | null, detail: string, fix: string): Words => ({
	param,
	detail,
	fix,
});

/** Entries for these codes; each gets the data of its own refusal. */
export type Entries<C extends ApiErrorCode> = {
	readonly [K in C]: Entry<Extract<ApiError, { code: K }>>;
};
