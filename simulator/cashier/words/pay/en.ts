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
			personType: 'Kind of payer',
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
		qr: 'Scan the picture with your app.',
		picture: 'QR code of the text below',
		noApp: 'No app can pay what this picture says; here the button is the scan.',
		reference: 'Pay with this reference:',
		noCounter: 'No counter and no bank knows this reference; here the button pays it.',
	},
	actions: {
		scan: 'Simulate the scan',
		settle: 'Simulate the payment',
	},
	test: {
		what: 'What can be tested here',
		foreseen: 'Unless what is typed here says otherwise, this attempt meets {outcome} ({cause}).',
		drawn: 'What this attempt meets is left to chance.',
		steering:
			'The outcome is chosen beforehand: by a test bank of the list, the header X-Sandbox-Outcome, the e-mail address of the customer or the payment reference.',
		anyCode: 'Any six digits are taken as the code.',
		details: 'Your details come filled with test values. Nothing of them is kept.',
	},
};
