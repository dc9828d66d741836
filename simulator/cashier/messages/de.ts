import type { Messages } from './messages.ts';

export const de: Messages = {
	frame: {
		title: '{page} · Sandbox-Bezahlseite',
		sandbox: 'Testumgebung (Sandbox).',
		simulated: 'Diese Seite ist simuliert. Es wird keine Bank angefragt und kein Geld bewegt.',
		notReal: 'payin-sandbox · nicht der echte Dienst',
	},
	summary: {
		amount: 'Betrag',
		method: 'Zahlungsart',
		bank: 'Bank',
		through: 'Über',
		reference: 'Referenz',
	},
	actions: {
		pay: '{amount} zahlen',
		confirm: '{amount} bestätigen',
		cancel: 'Zahlung abbrechen',
		retry: {
			one: 'Erneut versuchen (noch {count} Versuch)',
			other: 'Erneut versuchen (noch {count} Versuche)',
		},
		return: 'ZURÜCK ZUM KONTO',
		stay: 'Auf dieser Seite bleiben',
		open: 'Zahlung öffnen',
		busy: 'Einen Moment …',
	},
	form: {
		problems: {
			one: 'Bitte prüfen Sie {count} Feld.',
			other: 'Bitte prüfen Sie {count} Felder.',
		},
		nothingPaid: 'Es wurde nichts bezahlt.',
		rules: {
			missing: 'Bitte füllen Sie „{field}“ aus.',
			cardLength: '„{field}“ muss aus 12 bis 19 Ziffern bestehen.',
			checkDigit: '„{field}“ enthält eine falsche Prüfziffer.',
			unlisted:
				'„{field}“ enthält keine der aufgeführten Testnummern; andere werden nicht angenommen.',
			notAName: '„{field}“ muss einen Namen enthalten, keine Nummer.',
			month: '„{field}“ muss ein Monat von 1 bis 12 sein.',
			year: '„{field}“ muss ein Jahr mit zwei oder vier Ziffern sein.',
			past: '„{field}“ liegt in der Vergangenheit.',
			choice: '„{field}“ muss aus der Liste gewählt werden.',
			document: '„{field}“ hat nicht das richtige Format ({about}).',
			email: '„{field}“ muss eine E-Mail-Adresse sein.',
			phone: '„{field}“ muss eine Nummer wie {about} sein.',
			wrongCode: 'Der Code ist falsch. Nach dem dritten falschen Code wird die Zahlung abgelehnt.',
			length: {
				one: '„{field}“ muss aus {count} Ziffer bestehen.',
				other: '„{field}“ muss aus {count} Ziffern bestehen.',
			},
		},
	},
	card: {
		heading: 'Mit Karte zahlen',
		method: 'Karte',
		titleAgain: 'Bitte prüfen Sie die Kartendaten',
		labels: {
			cardnum: 'Kartennummer',
			cardholder: 'Karteninhaber',
			expirymonth: 'Ablaufmonat',
			expiryyear: 'Ablaufjahr',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'JJJJ',
	},
	test: {
		fill: 'Testdaten einsetzen',
		cards: 'Testkarten und was sie bewirken',
		number: 'Nummer',
		brand: 'Marke',
		outcome: 'Ergebnis',
		inTurn: '{first}, danach {second}',
		anyDate:
			'Jedes künftige Ablaufdatum und jede CVV der richtigen Länge genügt. Andere Nummern werden nicht angenommen.',
		codes:
			'{passes} wird angenommen, bei {fails} wird die Zahlung abgelehnt, jeder andere Code ist falsch.',
	},
	confirm: {
		heading: 'Zahlung bestätigen',
		yourBank: 'Ihre Bank',
		through: 'Sie zahlen über {where}.',
		title: {
			bank: 'Bei {where} bestätigen',
			code: 'Mit {where} bestätigen',
			qr: 'Mit {where} bestätigen',
			reference: 'Mit {where} zahlen',
		},
	},
	pay: {
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
	},
	challenge: {
		heading: 'Code eingeben',
		titleAgain: 'Bitte prüfen Sie den Code',
		asks: 'Ihre Bank verlangt einen Einmalcode, bevor sie die Zahlung freigibt.',
		code: 'Code',
	},
	status: {
		headings: {
			processing: 'Zahlung in Bearbeitung',
			confirmed: 'Zahlung bestätigt',
			declined: 'Zahlung abgelehnt',
			cancelled: 'Zahlung abgebrochen',
			expired: 'Zahlung abgelaufen',
		},
		texts: {
			processing:
				'Das Zahlungsnetzwerk hat die Zahlung noch nicht bestätigt. Diese Seite zeigt das Ergebnis, sobald es vorliegt.',
			confirmed: 'Das Zahlungsnetzwerk hat die Zahlung am {date} um {time} bestätigt.',
			declined: 'Die Zahlung wurde nicht angenommen. Es wurde nichts bezahlt.',
			cancelled: 'Die Zahlung wurde am {date} um {time} abgebrochen. Es wurde nichts bezahlt.',
			expired:
				'Die Zeit zum Zahlen ist am {date} um {time} abgelaufen. Wenn Sie nicht bezahlt haben, beginnen Sie bitte im Shop von vorn. Wenn doch, zahlen Sie nicht noch einmal: Die Zahlung kann noch bestätigt werden.',
		},
		late: 'Die Zeit zum Zahlen war da schon abgelaufen. Die Zahlung gilt trotzdem.',
		slow: 'Das dauert länger als üblich. Sie brauchen nicht noch einmal zu zahlen.',
		noRetry:
			'Hier ist kein weiterer Versuch möglich. Bitte kehren Sie zum Shop zurück und zahlen Sie auf andere Weise.',
		progress: 'Fortschritt der Zahlung',
		steps: { submitted: 'Abgesendet', network: 'Beim Zahlungsnetzwerk', result: 'Ergebnis' },
		context: '{date}, {time}',
		waited: 'Bisherige Wartezeit',
		mayGo: 'Sie können jetzt zu Ihrem Kundenkonto zurückkehren.',
		mayRetry: 'Sie können es noch einmal versuchen.',
		mayRetryOrCancel: 'Sie können es noch einmal versuchen oder die Zahlung im Formular abbrechen.',
		mayClose: 'Sie können diese Seite schließen oder selbst zum Shop zurückkehren.',
		returnsNow: 'Sie kehren jetzt zu Ihrem Kundenkonto zurück.',
		returnsIn: {
			one: 'Sie kehren in {count} Sekunde zu Ihrem Kundenkonto zurück.',
			other: 'Sie kehren in {count} Sekunden zu Ihrem Kundenkonto zurück.',
		},
		reasons: {
			insufficient_funds: 'Das Konto ist nicht ausreichend gedeckt.',
			expired_card: 'Die Karte ist abgelaufen.',
			incorrect_cvc: 'Der Sicherheitscode (CVV) der Karte ist falsch.',
			invalid_number: 'Die Nummer der Karte ist falsch.',
			call_issuer: 'Die Bank bittet um einen Anruf, bevor sie die Zahlung freigibt.',
			limit_exceeded: 'Ein Limit der Karte oder des Kontos ist erreicht.',
			duplicate_transaction: 'Diese Zahlung wiederholt eine gerade erst ausgeführte.',
			authentication_failed: 'Die Bank konnte Ihre Identität nicht bestätigen.',
			processing_error: 'Das Zahlungsnetzwerk konnte die Zahlung nicht verarbeiten.',
		},
	},
	notices: {
		used: 'Dieses Formular wurde bereits gesendet und zählt nur einmal. Hier sehen Sie den Stand der Zahlung.',
		tooLate:
			'Das Formular kam zu spät und wurde nicht verwendet. Hier sehen Sie den Stand der Zahlung.',
	},
	neutral: {
		unknown: {
			heading: 'Zahlung nicht gefunden',
			text: 'Hier liegt keine Zahlung vor. Bitte kehren Sie zum Shop zurück und beginnen Sie von vorn.',
		},
		notReady: {
			heading: 'Zahlung nicht bereit',
			text: 'Es wurde noch keine Zahlungsart gewählt. Bitte kehren Sie zum Shop zurück und wählen Sie eine.',
		},
		ended: {
			heading: 'Zahlung beendet',
			text: 'Diese Zahlung ist beendet. Das Ergebnis sehen Sie im Shop.',
		},
		outOfDate: {
			heading: 'Formular nicht mehr gültig',
			text: 'Dieses Formular gehört nicht mehr zu der Zahlung, und es ist nichts geschehen. Bitte öffnen Sie die Zahlung erneut, um fortzufahren.',
		},
	},
};
