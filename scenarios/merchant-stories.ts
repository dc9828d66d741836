/** The stories of `--merchant`, in the order in which they are listed and replayed. */
import { merchantAmountCop } from './merchant/amount-cop.ts';
import { merchantAmountJpy } from './merchant/amount-jpy.ts';
import { merchantAmountKwd } from './merchant/amount-kwd.ts';
import { merchantBankCancelled } from './merchant/bank-cancelled.ts';
import { merchantBankDeclined } from './merchant/bank-declined.ts';
import { merchantBankPaid } from './merchant/bank-paid.ts';
import { merchantBankReturnedWhileProcessing } from './merchant/bank-returned-while-processing.ts';
import { merchantBothTabsPaid } from './merchant/both-tabs-paid.ts';
import { merchantCancelled } from './merchant/cancelled.ts';
import { merchantCancelledThenPaid } from './merchant/cancelled-then-paid.ts';
import { merchantCardPaid } from './merchant/card-paid.ts';
import { merchantChangedMethod } from './merchant/changed-method.ts';
import { merchantConnectionReset } from './merchant/connection-reset.ts';
import { merchantDeclined } from './merchant/declined.ts';
import { merchantDeclinedThenNewPayment } from './merchant/declined-then-new-payment.ts';
import { merchantDeclinedThenPaid } from './merchant/declined-then-paid.ts';
import { merchantDoubleClick } from './merchant/double-click.ts';
import { merchantEachMarket } from './merchant/each-market.ts';
import { merchantEachOption } from './merchant/each-option.ts';
import { merchantEncodedReturn } from './merchant/encoded-return.ts';
import { merchantExpired } from './merchant/expired.ts';
import { merchantExpiredThenPaid } from './merchant/expired-then-paid.ts';
import { merchantFirstTabCancelled } from './merchant/first-tab-cancelled.ts';
import { merchantFirstTabDeclined } from './merchant/first-tab-declined.ts';
import { merchantFirstTabExpired } from './merchant/first-tab-expired.ts';
import { merchantFirstTabPaid } from './merchant/first-tab-paid.ts';
import { merchantForgedReturn } from './merchant/forged-return.ts';
import { merchantHiddenBank } from './merchant/hidden-bank.ts';
import { merchantHtmlErrorPage } from './merchant/html-error-page.ts';
import { merchantHtmlPageAsSuccess } from './merchant/html-page-as-success.ts';
import { merchantLateConfirmation } from './merchant/late-confirmation.ts';
import { merchantLateSecondPayment } from './merchant/late-second-payment.ts';
import { merchantLostHybridAnswer } from './merchant/lost-hybrid-answer.ts';
import { merchantLostOptionsAnswer } from './merchant/lost-options-answer.ts';
import { merchantLostSuboptionsAnswer } from './merchant/lost-suboptions-answer.ts';
import { merchantNeverReturns } from './merchant/never-returns.ts';
import { merchantNextOrder } from './merchant/next-order.ts';
import { merchantNoAnswer } from './merchant/no-answer.ts';
import { merchantNotJson } from './merchant/not-json.ts';
import { merchantOutage } from './merchant/outage.ts';
import { merchantPaidDuringCheckout } from './merchant/paid-during-checkout.ts';
import { merchantPaidOrderAgain } from './merchant/paid-order-again.ts';
import { merchantRateLimited } from './merchant/rate-limited.ts';
import { merchantRefusedBank } from './merchant/refused-bank.ts';
import { merchantReportedTwice } from './merchant/reported-twice.ts';
import { merchantReturnedWhileProcessing } from './merchant/returned-while-processing.ts';
import { merchantSecondOrder } from './merchant/second-order.ts';
import { merchantSecondTabPaid } from './merchant/second-tab-paid.ts';
import { merchantServerError } from './merchant/server-error.ts';
import { merchantSlowAnswer } from './merchant/slow-answer.ts';
import { merchantTwoShoppers } from './merchant/two-shoppers.ts';
import { merchantUnknownFields } from './merchant/unknown-fields.ts';
import type { Story } from './scenario.ts';

/** The slowest stories are first, so that the others run beside them. */
export const merchantStories: readonly Story<'merchant'>[] = [
	merchantNoAnswer,
	merchantSlowAnswer,
	merchantCardPaid,
	merchantBankPaid,
	merchantReturnedWhileProcessing,
	merchantBankReturnedWhileProcessing,
	merchantDeclined,
	merchantBankDeclined,
	merchantCancelled,
	merchantBankCancelled,
	merchantExpired,
	merchantNeverReturns,
	merchantReportedTwice,
	merchantDeclinedThenPaid,
	merchantDeclinedThenNewPayment,
	merchantCancelledThenPaid,
	merchantChangedMethod,
	merchantExpiredThenPaid,
	merchantLateConfirmation,
	merchantLateSecondPayment,
	merchantLostOptionsAnswer,
	merchantLostSuboptionsAnswer,
	merchantLostHybridAnswer,
	merchantServerError,
	merchantOutage,
	merchantRateLimited,
	merchantConnectionReset,
	merchantNotJson,
	merchantHtmlErrorPage,
	merchantHtmlPageAsSuccess,
	merchantBothTabsPaid,
	merchantSecondTabPaid,
	merchantFirstTabPaid,
	merchantFirstTabCancelled,
	merchantFirstTabDeclined,
	merchantFirstTabExpired,
	merchantPaidDuringCheckout,
	merchantPaidOrderAgain,
	merchantDoubleClick,
	merchantNextOrder,
	merchantSecondOrder,
	merchantTwoShoppers,
	merchantRefusedBank,
	merchantHiddenBank,
	merchantUnknownFields,
	merchantEachMarket,
	merchantEachOption,
	merchantAmountCop,
	merchantAmountJpy,
	merchantAmountKwd,
	merchantEncodedReturn,
	merchantForgedReturn,
];
