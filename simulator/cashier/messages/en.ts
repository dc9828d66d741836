/** English. The other languages translate each of these messages. */

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
		retry: {
			one: 'Try again ({count} attempt left)',
			other: 'Try again ({count} attempts left)',
		},
		return: 'RETURN TO ACCOUNT',
		stay: 'Stay on this page',
		open: 'Open the payment',
		busy: 'One moment…',
	},
	form: {
		problems: {
			one: '{count} field needs another look.',
			other: '{count} fields need another look.',
		},
		nothingPaid: 'Nothing was paid.',
		rules: {
			missing: '{field} is required.',
			cardLength: '{field} must be 12 to 19 digits.',
			checkDigit: '{field} has a wrong check digit.',
			unlisted: '{field} is not one of the listed test numbers, and no other is accepted.',
			notAName: '{field} must be a name, not a number.',
			month: '{field} must be a month from 1 to 12.',
			year: '{field} must be a year of two or four digits.',
			past: '{field} is in the past.',
			choice: '{field} must be chosen from the list.',
			document: '{field} is not in the right format ({about}).',
			email: '{field} must be an e-mail address.',
			phone: '{field} must be a number such as {about}.',
			wrongCode: 'The code is not right. After the third wrong one the payment is declined.',
			length: {
				one: '{field} must be {count} digit.',
				other: '{field} must be {count} digits.',
			},
		},
	},
	card: {
		heading: 'Pay by card',
		method: 'Card',
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
			'Any future expiry date and any CVV of the right length will do. No other card number is accepted.',
		codes: '{passes} passes, {fails} declines the payment, any other code is wrong.',
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
	pay: {
		window: {
			left: 'Time left to pay:',
			until: 'until {time}',
			by: 'Pay by {date}, {time}.',
			five: 'Five minutes left to pay.',
			one: 'One minute left to pay.',
			over: 'The time to pay is over.',
		},
		copy: {
			copy: 'Copy',
			copied: 'Copied',
			selected: 'Selected, ready to copy',
		},
		payer: {
			heading: 'Your details',
			titleAgain: 'Check your details',
			labels: {
				code: 'Code from your app',
				personType: 'Type of payer',
				documentType: 'Type of document',
				document: 'Document number',
				name: 'Name',
				email: 'E-mail address',
				phone: 'Mobile number',
			},
			optional: '{field} (optional)',
			personTypes: {
				natural: 'Person',
				legal: 'Company',
			},
		},
		show: {
			bank: 'The real page would ask you to log in; this one never asks for a user name or a password.',
			account: 'Test account',
			code: 'The real app would show you a code; here any six digits will do.',
			qr: 'Scan the QR code with your app.',
			picture: 'QR code of the text below',
			noApp: 'No app can pay with this code; press the button instead of scanning it.',
			reference: 'Pay with this reference:',
			noCounter:
				'No counter and no bank knows this reference; press the button to simulate the payment.',
		},
		actions: {
			scan: 'Simulate the scan',
			settle: 'Simulate the payment',
		},
		test: {
			what: 'What can be tested here',
			foreseen: 'As things stand, this attempt meets {outcome} ({cause}).',
			drawn: 'The outcome of this attempt is left to chance.',
			steering:
				'The outcome can also be chosen beforehand, for example by a test bank of the list, the header X-Sandbox-Outcome, the e-mail address of the customer or the payment reference.',
			anyCode: 'Any six digits are taken as the code.',
			details: 'Your details are filled in with test values. None of them is kept.',
		},
	},
	challenge: {
		heading: 'Enter your code',
		titleAgain: 'Check the code',
		asks: 'Your bank asks for a one-time code before it approves the payment.',
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
				'The payment network has not confirmed the payment yet. This page shows the result as soon as there is one.',
			confirmed: 'The payment network confirmed the payment on {date} at {time}.',
			declined: 'The payment was not accepted. Nothing was paid.',
			cancelled: 'The payment was cancelled on {date} at {time}. Nothing was paid.',
			expired:
				'The time to pay ended on {date} at {time}. If you have not paid, start again from the shop. If you have, do not pay again: the payment may still be confirmed.',
		},
		late: 'The time to pay was over by then. The payment counts all the same.',
		slow: 'This is taking longer than usual. Please do not pay again.',
		noRetry: 'The payment cannot be tried again here. Go back to the shop to pay in another way.',
		progress: 'Progress of the payment',
		steps: { submitted: 'Submitted', network: 'With the payment network', result: 'Result' },
		context: '{date}, {time}',
		waited: 'Time so far',
		mayGo: 'You may return to your account at the shop now.',
		mayRetry: 'You may try again.',
		mayRetryOrCancel: 'You may try again, or cancel the payment on the form.',
		mayClose: 'You may close this page or go back to the shop.',
		returnsNow: 'You will return to your account at the shop now.',
		returnsIn: {
			one: 'You will return to your account at the shop in {count} second.',
			other: 'You will return to your account at the shop in {count} seconds.',
		},
		/** Decline reasons that are shown to the shopper: the codes of `shownReasons`. */
		reasons: {
			insufficient_funds: 'There is not enough money in the account.',
			expired_card: 'The card has expired.',
			incorrect_cvc: 'The security code (CVV) of the card is wrong.',
			invalid_number: 'The card number is wrong.',
			call_issuer: 'The bank wants you to call it before it approves the payment.',
			limit_exceeded: 'A limit of the card or the account has been reached.',
			duplicate_transaction: 'This repeats a payment made a moment ago.',
			authentication_failed: 'The bank could not confirm that it was you.',
			processing_error: 'The payment network could not process the payment.',
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
			text: 'This form no longer belongs to the payment, and nothing was done. Open the payment again to go on.',
		},
	},
};
