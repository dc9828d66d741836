/** The stories that k6 runs unchanged: all stories that do not move the sandbox's clock. */
import { bankExpiredAtSubmit } from '../scenarios/bank/expired.ts';
import { bankRedirected } from '../scenarios/bank/redirected.ts';
import { bankReturnedWhileProcessing } from '../scenarios/bank/returned-while-processing.ts';
import { cardChallengeFailed } from '../scenarios/card/challenge-failed.ts';
import { cardRedirected } from '../scenarios/card/redirected.ts';
import type { AnyStory, Story } from '../scenarios/scenario.ts';
import { stories as allStories } from '../scenarios/stories.ts';

export type PortableStory = Story<'calls'> | Story<'shopper'>;

const isPortable = (story: AnyStory): story is PortableStory =>
	story.needs === 'calls' || story.needs === 'shopper';

export const stories: readonly PortableStory[] = allStories.filter(isPortable);

/** The short names of the stories that end when the shopper leaves for the cashier. */
export const flowStories = {
	card: cardRedirected.name,
	bank: bankRedirected.name,
} as const;

/** The stories with a shopper whose payment is final at once, or stays undecided on purpose. */
const neverWaiting: readonly string[] = [
	cardChallengeFailed.name,
	bankExpiredAtSubmit.name,
	bankReturnedWhileProcessing.name,
];

/** Whether the flow of a story ends only after the network has decided its payment. */
export const waitsForNetwork = (name: string): boolean =>
	stories.some((story) => story.name === name && story.needs === 'shopper') &&
	!neverWaiting.includes(name);
