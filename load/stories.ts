/** The stories that k6 runs unchanged: all stories that do not move the sandbox's clock. */
import { bankRedirected } from '../scenarios/bank/redirected.ts';
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
