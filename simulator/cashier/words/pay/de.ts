/** German of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payDe: Words['pay'] = {
	window: {
		left: 'Verbleibende Zeit zum Zahlen:',
		until: 'bis {time}',
		by: 'Zahlen Sie bis {date}, {time}.',
		five: 'Noch fünf Minuten Zeit zum Zahlen.',
		one: 'Noch eine Minute Zeit zum Zahlen.',
		over: 'Die Zeit zum Zahlen ist abgelaufen.',
	},
	copy: {
		copy: 'Kopieren',
		copied: 'Kopiert',
		selected: 'Markiert, bereit zum Kopieren',
	},
	payer: {
		heading: 'Ihre Angaben',
		titleAgain: 'Bitte prüfen Sie Ihre Angaben',
		labels: {
			code: 'Code aus Ihrer App',
			personType: 'Art des Zahlers',
			documentType: 'Art des Dokuments',
			document: 'Dokumentnummer',
			name: 'Vor- und Nachname',
			email: 'E-Mail-Adresse',
			phone: 'Mobilnummer',
		},
		optional: '{field} (freiwillig)',
		personTypes: {
			natural: 'Privatperson',
			legal: 'Unternehmen',
		},
	},
	show: {
		bank: 'Auf der echten Seite würden Sie sich anmelden; diese fragt nie nach Benutzername oder Passwort.',
		account: 'Testkonto',
		code: 'Die echte App würde Ihnen einen Code zeigen; hier genügen beliebige sechs Ziffern.',
		qr: 'Scannen Sie den QR-Code mit Ihrer App.',
		picture: 'QR-Code des Textes darunter',
		noApp: 'Keine App kann mit diesem Bild zahlen; hier ersetzt die Schaltfläche das Scannen.',
		reference: 'Zahlen Sie mit dieser Referenz:',
		noCounter:
			'Keine Annahmestelle und keine Bank kennt diese Referenz; hier zahlen Sie über die Schaltfläche.',
	},
	actions: {
		scan: 'Scannen simulieren',
		settle: 'Zahlung simulieren',
	},
	test: {
		what: 'Was sich hier testen lässt',
		foreseen: 'Nach jetzigem Stand endet dieser Versuch mit {outcome} ({cause}).',
		drawn: 'Das Ergebnis dieses Versuchs ist dem Zufall überlassen.',
		steering:
			'Das Ergebnis lässt sich auch vorher wählen, zum Beispiel durch eine Testbank der Liste, den Header X-Sandbox-Outcome, die E-Mail-Adresse des Kunden oder die Zahlungsreferenz.',
		anyCode: 'Als Code gelten beliebige sechs Ziffern.',
		details: 'Ihre Angaben sind mit Testwerten ausgefüllt. Nichts davon wird gespeichert.',
	},
};
