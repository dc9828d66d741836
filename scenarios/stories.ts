/** All stories, in the order in which they are listed and replayed. */
import { bankApproved } from './bank/approved.ts';
import { bankBackAfterSubmit } from './bank/back-after-submit.ts';
import { bankCancelled } from './bank/cancelled.ts';
import { bankCancelledAtTheBank } from './bank/cancelled-at-the-bank.ts';
import { bankChallengeFailed } from './bank/challenge-failed.ts';
import { bankChallengePassed } from './bank/challenge-passed.ts';
import { bankChallengeTimeout } from './bank/challenge-timeout.ts';
import { bankDeclined } from './bank/declined.ts';
import { bankDeclinedByProcessingError } from './bank/declined-error.ts';
import { bankDeclinedFraud } from './bank/declined-fraud.ts';
import { bankDeclinedFunds } from './bank/declined-funds.ts';
import { bankDoubleClick } from './bank/double-click.ts';
import { bankExpiredAtSubmit } from './bank/expired.ts';
import { bankFailsOnceThenSucceeds } from './bank/fails-once-then-succeeds.ts';
import { bankRedirected } from './bank/redirected.ts';
import { bankReturnedWhileProcessing } from './bank/returned-while-processing.ts';
import { bankSlow } from './bank/slow.ts';
import { cardApproved } from './card/approved.ts';
import { cardBackAfterSubmit } from './card/back-after-submit.ts';
import { cardCancelled } from './card/cancelled.ts';
import { cardChallengeFailed } from './card/challenge-failed.ts';
import { cardChallengePassed } from './card/challenge-passed.ts';
import { cardChallengeTimeout } from './card/challenge-timeout.ts';
import { cardDeclined } from './card/declined.ts';
import { cardDeclinedCvv } from './card/declined-cvv.ts';
import { cardDeclinedByProcessingError } from './card/declined-error.ts';
import { cardDeclinedExpired } from './card/declined-expired.ts';
import { cardDeclinedFraud } from './card/declined-fraud.ts';
import { cardDeclinedFunds } from './card/declined-funds.ts';
import { cardDoubleClick } from './card/double-click.ts';
import { cardExpired } from './card/expired.ts';
import { cardFailsOnceThenSucceeds } from './card/fails-once-then-succeeds.ts';
import { cardLate } from './card/late.ts';
import { cardRedirected } from './card/redirected.ts';
import { cardRetryApproved } from './card/retry-approved.ts';
import { cardReturnedWhileProcessing } from './card/returned-while-processing.ts';
import { cardSlow } from './card/slow.ts';
import { edgeBankHidden } from './edge/bank-hidden.ts';
import { edgeBankListChanged } from './edge/bank-list-changed.ts';
import { edgeDeepLinkReturn } from './edge/deep-link-return.ts';
import { edgeDrift } from './edge/drift.ts';
import { edgeDuplicateReference } from './edge/duplicate-reference.ts';
import { edgeErrorThenRetry } from './edge/error-then-retry.ts';
import { edgeHtmlErrorPage } from './edge/html-error-page.ts';
import { edgeKonbiniConfirmedAfterExpiry } from './edge/konbini-late.ts';
import { edgeLateConfirmation } from './edge/late-confirmation.ts';
import { edgeLostHybridAfter } from './edge/lost-hybrid-after.ts';
import { edgeLostHybridBefore } from './edge/lost-hybrid-before.ts';
import { edgeLostOptionsAfter } from './edge/lost-options-after.ts';
import { edgeLostOptionsBefore } from './edge/lost-options-before.ts';
import { edgeLostSuboptionsAfter } from './edge/lost-suboptions-after.ts';
import { edgeLostSuboptionsBefore } from './edge/lost-suboptions-before.ts';
import { edgeMalformedAnswer } from './edge/malformed-answer.ts';
import { edgeNeverReturns } from './edge/never-returns.ts';
import { edgeRateLimited } from './edge/rate-limited.ts';
import { edgeSessionExpired } from './edge/session-expired.ts';
import { edgeSessionForgotten } from './edge/session-forgotten.ts';
import { edgeSlowChallenge } from './edge/slow-challenge.ts';
import { edgeSuboptionsForCard } from './edge/suboptions-for-card.ts';
import { edgeSuccessAfterFailure } from './edge/success-after-failure.ts';
import { edgeThreeDecimals } from './edge/three-decimals.ts';
import { edgeTimeoutAfterEffect } from './edge/timeout-after-effect.ts';
import { edgeTwoLinksBothPaid } from './edge/two-links-both-paid.ts';
import { edgeTwoTabs } from './edge/two-tabs.ts';
import { edgeUuidInsteadOfId } from './edge/uuid-instead-of-id.ts';
import { edgeWrongSuboption } from './edge/wrong-suboption.ts';
import { edgeZeroDecimals } from './edge/zero-decimals.ts';
import type { AnyStory } from './scenario.ts';

export const stories: readonly AnyStory[] = [
	cardRedirected,
	cardApproved,
	cardDeclined,
	cardDeclinedFunds,
	cardDeclinedExpired,
	cardDeclinedCvv,
	cardDeclinedFraud,
	cardDeclinedByProcessingError,
	cardFailsOnceThenSucceeds,
	cardRetryApproved,
	cardChallengePassed,
	cardChallengeFailed,
	cardChallengeTimeout,
	cardReturnedWhileProcessing,
	cardSlow,
	cardExpired,
	cardCancelled,
	cardLate,
	cardDoubleClick,
	cardBackAfterSubmit,
	bankRedirected,
	bankApproved,
	bankDeclined,
	bankDeclinedFunds,
	bankDeclinedFraud,
	bankDeclinedByProcessingError,
	bankFailsOnceThenSucceeds,
	bankChallengePassed,
	bankChallengeFailed,
	bankChallengeTimeout,
	bankReturnedWhileProcessing,
	bankSlow,
	bankExpiredAtSubmit,
	bankCancelled,
	bankCancelledAtTheBank,
	bankDoubleClick,
	bankBackAfterSubmit,
	edgeLateConfirmation,
	edgeKonbiniConfirmedAfterExpiry,
	edgeTwoTabs,
	edgeSessionForgotten,
	edgeWrongSuboption,
	edgeUuidInsteadOfId,
	edgeSuboptionsForCard,
	edgeSessionExpired,
	edgeDuplicateReference,
	edgeTimeoutAfterEffect,
	edgeErrorThenRetry,
	edgeRateLimited,
	edgeMalformedAnswer,
	edgeHtmlErrorPage,
	edgeBankListChanged,
	edgeBankHidden,
	edgeZeroDecimals,
	edgeThreeDecimals,
	edgeDeepLinkReturn,
	edgeSlowChallenge,
	edgeNeverReturns,
	edgeDrift,
	edgeTwoLinksBothPaid,
	edgeSuccessAfterFailure,
	edgeLostOptionsBefore,
	edgeLostOptionsAfter,
	edgeLostSuboptionsBefore,
	edgeLostHybridBefore,
	edgeLostSuboptionsAfter,
	edgeLostHybridAfter,
];
