/** Addresses of the cashier's pages: relative, so that they hold behind any prefix the sandbox is reached at. */
import { cashierEvents, cashierPath } from '../contract/routes.ts';
import type { Payment } from '../domain/payment.ts';
import type { Speech } from './speech.ts';
import type { Words } from './words/words.ts';

/** What became of a form, where the page it led to does not tell. */
export type NoticeName = keyof Words['notices'];

/** Where a page stands, and what it speaks. */
export interface Place {
	/** Leads from the page's own address to where the cashier's paths begin: `../` for each step down. */
	readonly root: string;
	readonly speech: Speech;
	readonly notice: NoticeName | null;
}

export interface PageLinks {
	/** The page with the form; forms are posted there. */
	readonly form: string;
	/** The page that tells where the payment stands (D-40). */
	readonly status: string;
	/** The form of one more attempt: of this one alone, so that the address shows what became of it afterwards. */
	readonly retry: string;
	/** Where its news are heard. */
	readonly events: string;
}

/** Leads from a page at `path` to where the cashier's paths begin. */
export function rootFrom(path: string): string {
	return '../'.repeat(path.split('/').length - 2);
}

/** Its number, as the address of its form names it. */
export function nextAttempt({ attempts }: Pick<Payment, 'attempts'>): string {
	return String(attempts.length + 1);
}

/** As they stand on a page at `from`. */
export function linksFrom(
	from: string,
	payment: Pick<Payment, 'sessionId' | 'attempts'>,
	statusPath: string | null,
): PageLinks {
	const to = (path: string) => `${rootFrom(from)}${path.slice(1)}?sessionId=${payment.sessionId}`;
	return {
		form: to(cashierPath),
		retry: `${to(cashierPath)}&retry=${nextAttempt(payment)}`,
		status: to(statusPath ?? cashierPath),
		events: to(cashierEvents),
	};
}
