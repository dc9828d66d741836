/** Every story, in the order it is listed and replayed. */
import { bankApproved } from './bank/approved.ts';
import { bankExpiredAtSubmit } from './bank/expired.ts';
import { bankRedirected } from './bank/redirected.ts';
import { bankReturnedWhileProcessing } from './bank/returned-while-processing.ts';
import { cardApproved } from './card/approved.ts';
import { cardChallengeFailed } from './card/challenge-failed.ts';
import { cardChallengePassed } from './card/challenge-passed.ts';
import { cardDeclined } from './card/declined.ts';
import { cardFailsOnceThenSucceeds } from './card/fails-once-then-succeeds.ts';
import { cardLate } from './card/late.ts';
import { cardRedirected } from './card/redirected.ts';
import { cardRetryApproved } from './card/retry-approved.ts';
import { edgeKonbiniConfirmedAfterExpiry } from './edge/konbini-late.ts';
import { edgeLateConfirmation } from './edge/late-confirmation.ts';
import type { AnyStory } from './scenario.ts';

export const stories: readonly AnyStory[] = [
	cardRedirected,
	cardApproved,
	cardDeclined,
	cardFailsOnceThenSucceeds,
	cardRetryApproved,
	cardChallengePassed,
	cardChallengeFailed,
	cardLate,
	bankRedirected,
	bankApproved,
	bankReturnedWhileProcessing,
	bankExpiredAtSubmit,
	edgeLateConfirmation,
	edgeKonbiniConfirmedAfterExpiry,
];
