/** English: what every other language says in its own words. */
import { payEn } from './pay/en.ts';
import { plural } from './plural.ts';

export const en = {
	frame: {
		title: '{page} · Sandbox cashier',
		sandbox: 'Sandbox.',
		simulated: 'This page is simulated. No bank is asked and no money moves.',
		notReal: 'payin-sandbox · not the real service',
	},
	summary: {
		amount: 'Amount',
		method: 'Method',
		bank: 'Bank',
		through: 'Through',
		reference: 'Reference',
	},
	actions: {
		pay: 'Pay {amount}',
		confirm: 'Confirm {amount}',
		cancel: 'Cancel payment',
		retry: plural({
			one: 'Try again ({count} attempt left)',
			other: 'Try again ({count} attempts left)',
		}),
		return: 'RETURN TO ACCOUNT',
		stay: 'Stay on this page',
		busy: 'One moment…',
	},
	form: {
		problems: plural({
			one: '{count} field needs another look.',
			other: '{count} fields need another look.',
		}),
		nothingPaid: 'Nothing was paid.',
		rules: {
			missing: '{field} is required.',
			cardLength: '{field} must be 12 to 19 digits.',
			checkDigit: '{field} has a wrong check digit.',
			unlisted: '{field} is not one of the listed test numbers, and no other is taken.',
			notAName: '{field} must be a name, not a number.',
			month: '{field} must be a month from 1 to 12.',
			year: '{field} must be a year of two or four digits.',
			past: '{field} is in the past.',
			choice: '{field} must be chosen from the list.',
			document: '{field} is not written as a {about} is.',
			email: '{field} must be an e-mail address.',
			phone: '{field} must be a number such as {about}.',
			wrongCode: 'The code is not right. After the third wrong one the payment is declined.',
			length: plural({
				one: '{field} must be {count} digit.',
				other: '{field} must be {count} digits.',
			}),
		},
	},
	card: {
		heading: 'Pay by card',
		titleAgain: 'Check the card details',
		labels: {
			cardnum: 'Card number',
			cardholder: 'Owner',
			expirymonth: 'Expiration month',
			expiryyear: 'Expiration year',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'YYYY',
	},
	test: {
		fill: 'Fill in test values',
		cards: 'Test cards and what they do',
		number: 'Number',
		brand: 'Brand',
		outcome: 'Outcome',
		inTurn: '{first}, then {second}',
		anyDate:
			'Any future expiry date and any CVV of the right length will do. No other number is taken.',
		codes: '{passes} passes, {fails} is declined, any other code is wrong.',
	},
	confirm: {
		heading: 'Confirm the payment',
		yourBank: 'your bank',
		through: 'You are paying through {where}.',
		title: {
			bank: 'Confirm at {where}',
			code: 'Confirm with {where}',
			qr: 'Confirm with {where}',
			reference: 'Pay with {where}',
		},
	},
	pay: payEn,
	challenge: {
		heading: 'Enter your code',
		titleAgain: 'Check the code',
		asks: 'Your bank asks for a one-time code before it pays.',
		code: 'Code',
	},
	status: {
		headings: {
			processing: 'Payment in processing',
			confirmed: 'Payment confirmed',
			declined: 'Payment declined',
			cancelled: 'Payment cancelled',
			expired: 'Payment expired',
		},
		texts: {
			processing:
				'The network has not confirmed the payment yet. This page shows the result as soon as there is one.',
			confirmed: 'The network confirmed the payment on {date} at {time}.',
			declined: 'The payment was not accepted. Nothing was paid.',
			cancelled: 'The payment was cancelled on {date} at {time}. Nothing was paid.',
			expired:
				'The time to pay ended on {date} at {time}. If you have not paid, start again from the shop. If you have, do not pay again: the payment may still be confirmed.',
		},
		late: 'The time to pay was over by then. The payment counts all the same.',
		slow: 'This takes longer than usual. There is no need to pay again.',
		noRetry: 'It cannot be tried again here. Go back to the shop to pay in another way.',
		progress: 'Progress of the payment',
		steps: { submitted: 'Submitted', network: 'With the network', result: 'Result' },
		waited: 'Waiting time',
		mayGo: 'You may return to your account now.',
		mayClose: 'You may close this page, or go back to the shop by yourself.',
		returnsNow: 'You return to your account now.',
		returnsIn: plural({
			one: 'You return to your account in {count} second.',
			other: 'You return to your account in {count} seconds.',
		}),
		/** Why it was declined, as far as the shopper is told; the names are those of `shopperReasons`. */
		reasons: {
			insufficient_funds: 'There is not enough money on the account.',
			expired_card: 'The card has expired.',
			incorrect_cvc: 'The security code of the card is wrong.',
			invalid_number: 'The number of the card is wrong.',
			call_issuer: 'The bank asks for a call before it lets the payment through.',
			limit_exceeded: 'A limit of the card or the account is reached.',
			duplicate_transaction: 'The same payment was made a moment ago.',
			authentication_failed: 'The code was wrong.',
			processing_error: 'The network could not process the payment.',
		},
	},
	notices: {
		used: 'This form was already sent, and counts once. Here is where the payment stands.',
		tooLate: 'The form came too late and was not used. Here is where the payment stands.',
	},
	neutral: {
		unknown: {
			heading: 'Payment not found',
			text: 'There is no payment here. Go back to the shop and start again.',
		},
		notReady: {
			heading: 'Payment not ready',
			text: 'No payment method has been chosen yet. Go back to the shop and choose one.',
		},
		ended: {
			heading: 'Payment over',
			text: 'This payment is over. Go back to the shop to see what became of it.',
		},
		outOfDate: {
			heading: 'Form out of date',
			text: 'This form no longer belongs to the payment. Open the payment again from the shop.',
		},
	},
};
