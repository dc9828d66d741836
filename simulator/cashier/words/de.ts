/** German. */
import { plural } from './plural.ts';
import type { Words } from './words.ts';

export const de: Words = {
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
		retry: plural({
			one: 'Erneut versuchen (noch {count} Versuch)',
			other: 'Erneut versuchen (noch {count} Versuche)',
		}),
		return: 'ZURÜCK ZUM KONTO',
		stay: 'Auf dieser Seite bleiben',
	},
	form: {
		problems: plural({
			one: 'Bitte prüfen Sie {count} Feld.',
			other: 'Bitte prüfen Sie {count} Felder.',
		}),
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
			length: plural({
				one: '„{field}“ muss aus {count} Ziffer bestehen.',
				other: '„{field}“ muss aus {count} Ziffern bestehen.',
			}),
		},
	},
	card: {
		heading: 'Mit Karte zahlen',
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
		codes: '{passes} wird angenommen, {fails} wird abgelehnt, jeder andere Code ist falsch.',
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
		real: {
			bank: 'Auf der echten Seite würden Sie sich anmelden; diese fragt nach nichts.',
			code: 'Die echte Seite würde nach einem Code oder einer Freigabe in Ihrer App fragen; diese fragt nach nichts.',
			qr: 'Die echte Seite würde ein Bild zum Scannen zeigen; hier ersetzt die Schaltfläche das Scannen.',
			reference:
				'Die echte Seite würde eine Referenz zeigen, mit der Sie an einer Annahmestelle oder über Ihre Bank zahlen; hier zahlt die Schaltfläche.',
		},
	},
	challenge: {
		heading: 'Code eingeben',
		asks: 'Ihre Bank verlangt einen Einmalcode, bevor sie zahlt.',
		code: 'Code',
		wrong: 'Der Code ist falsch. Nach dem dritten falschen Code wird die Zahlung abgelehnt.',
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
				'Das Netzwerk hat die Zahlung noch nicht bestätigt. Diese Seite zeigt das Ergebnis, sobald es vorliegt.',
			confirmed: 'Das Netzwerk hat die Zahlung bestätigt.',
			declined: 'Die Zahlung wurde nicht angenommen. Es wurde nichts bezahlt.',
			cancelled: 'Sie haben die Zahlung abgebrochen. Es wurde nichts bezahlt.',
			expired:
				'Die Zeit zum Bezahlen ist abgelaufen. Wenn Sie noch zahlen möchten, beginnen Sie bitte im Shop von vorn.',
		},
		mayGo: 'Sie können jetzt zu Ihrem Konto zurückkehren.',
		returnsNow: 'Sie kehren jetzt zu Ihrem Konto zurück.',
		returnsIn: plural({
			one: 'Sie kehren in {count} Sekunde zu Ihrem Konto zurück.',
			other: 'Sie kehren in {count} Sekunden zu Ihrem Konto zurück.',
		}),
		reasons: {
			insufficient_funds: 'Das Konto ist nicht ausreichend gedeckt.',
			expired_card: 'Die Karte ist abgelaufen.',
			incorrect_cvc: 'Der Sicherheitscode der Karte ist falsch.',
			invalid_number: 'Die Nummer der Karte ist falsch.',
			call_issuer: 'Die Bank bittet um einen Anruf, bevor sie die Zahlung freigibt.',
			limit_exceeded: 'Ein Limit der Karte oder des Kontos ist erreicht.',
			duplicate_transaction: 'Dieselbe Zahlung wurde gerade erst ausgeführt.',
			authentication_failed: 'Der Code war falsch.',
			processing_error: 'Das Netzwerk konnte die Zahlung nicht verarbeiten.',
		},
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
			text: 'Dieses Formular gehört nicht mehr zu der Zahlung. Bitte öffnen Sie die Zahlung erneut im Shop.',
		},
	},
};
