/** The stories that k6 runs unchanged: all that do not need the sandbox's clock. */
import { bankApproved } from '../scenarios/bank/approved.ts';
import { bankExpired } from '../scenarios/bank/expired.ts';
import { bankRedirected } from '../scenarios/bank/redirected.ts';
import { bankReturnedWhileProcessing } from '../scenarios/bank/returned-while-processing.ts';
import { cardApproved } from '../scenarios/card/approved.ts';
import { cardChallengeFailed } from '../scenarios/card/challenge-failed.ts';
import { cardChallengePassed } from '../scenarios/card/challenge-passed.ts';
import { cardDeclined } from '../scenarios/card/declined.ts';
import { cardFailsOnceThenSucceeds } from '../scenarios/card/fails-once-then-succeeds.ts';
import { cardRedirected } from '../scenarios/card/redirected.ts';
import { cardRetryApproved } from '../scenarios/card/retry-approved.ts';
import type { Story } from '../scenarios/scenario.ts';

export type PortableStory = Story<'calls'> | Story<'shopper'>;

export const stories: readonly PortableStory[] = [
	cardRedirected,
	bankRedirected,
	cardApproved,
	cardDeclined,
	cardFailsOnceThenSucceeds,
	cardRetryApproved,
	cardChallengePassed,
	cardChallengeFailed,
	bankApproved,
	bankReturnedWhileProcessing,
	bankExpired,
];

/** Short names of the stories that end where the shopper leaves for the cashier. */
export const flowStories = {
	card: cardRedirected.name,
	bank: bankRedirected.name,
} as const;
