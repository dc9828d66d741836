/** Refusals that pass by themselves: who comes again later may be served. */
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';

export const passingProblems: Entries<'too_many_event_streams' | 'store_unavailable'> = {
	too_many_event_streams: {
		status: 503,
		title: 'Too many event streams',
		words: ({ setting, maximum, retryAfterS }) =>
			words(
				null,
				`As many event streams are open as ${setting} allows: ${maximum}.`,
				`Look at the page instead, come again after ${retryAfterS} s, as Retry-After says, or raise ${setting}.`,
			),
		headers: ({ retryAfterS }) => ({ 'Retry-After': String(retryAfterS) }),
	},
	store_unavailable: {
		status: 503,
		title: 'Store unavailable',
		words: ({ retryAfterS }) =>
			words(
				null,
				'The store of the sandbox gave no answer in time: this call changed nothing, or all it was to change.',
				`Wait ${retryAfterS} s, as Retry-After says, ask what became of the payment, and see that the store is up.`,
			),
		headers: ({ retryAfterS }) => ({ 'Retry-After': String(retryAfterS) }),
	},
};
