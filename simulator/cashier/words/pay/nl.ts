/** Dutch of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payNl: Words['pay'] = {
	window: {
		left: 'Resterende tijd om te betalen:',
		until: 'tot {time}',
		by: 'Betaal vóór {date}, {time}.',
		five: 'U hebt nog vijf minuten om te betalen.',
		one: 'U hebt nog één minuut om te betalen.',
		over: 'De tijd om te betalen is verstreken.',
	},
	copy: {
		copy: 'Kopiëren',
		copied: 'Gekopieerd',
		selected: 'Geselecteerd, klaar om te kopiëren',
	},
	payer: {
		heading: 'Uw gegevens',
		titleAgain: 'Controleer uw gegevens',
		labels: {
			code: 'Code uit uw app',
			personType: 'Soort betaler',
			documentType: 'Soort document',
			document: 'Documentnummer',
			name: 'Naam',
			email: 'E-mailadres',
			phone: 'Mobiel nummer',
		},
		optional: '{field} (optioneel)',
		personTypes: {
			natural: 'Particulier',
			legal: 'Bedrijf',
		},
	},
	show: {
		bank: 'Op de echte pagina zou u moeten inloggen; deze vraagt nooit om een gebruikersnaam of wachtwoord.',
		account: 'Testrekening',
		code: 'De echte app zou u een code tonen; hier volstaan zes willekeurige cijfers.',
		qr: 'Scan de QR-code met uw app.',
		picture: 'QR-code van de tekst hieronder',
		noApp: 'Geen enkele app kan met deze code betalen; hier vervangt de knop het scannen.',
		reference: 'Betaal met dit kenmerk:',
		noCounter: 'Geen balie en geen bank kent dit kenmerk; hier betaalt u met de knop.',
	},
	actions: {
		scan: 'Scannen simuleren',
		settle: 'Betaling simuleren',
	},
	test: {
		what: 'Wat hier getest kan worden',
		foreseen: 'Zoals het er nu voor staat, wordt de uitkomst van deze poging {outcome} ({cause}).',
		drawn: 'De uitkomst van deze poging wordt aan het toeval overgelaten.',
		steering:
			'De uitkomst kan ook vooraf worden gekozen, bijvoorbeeld met een testbank uit de lijst, de header X-Sandbox-Outcome, het e-mailadres van de klant of het betalingskenmerk.',
		anyCode: 'Zes willekeurige cijfers gelden als code.',
		details: 'Uw gegevens zijn ingevuld met testwaarden. Niets ervan wordt bewaard.',
	},
};
