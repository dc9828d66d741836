/** English of the pages with a form: time left, the payer's details, and what each method shows. */

export const payEn = {
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
};
