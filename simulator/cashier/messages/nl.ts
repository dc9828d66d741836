import type { Messages } from './messages.ts';

export const nl: Messages = {
	frame: {
		title: '{page} · Sandbox-betaalpagina',
		sandbox: 'Testomgeving (sandbox).',
		simulated:
			'Deze pagina is een simulatie. Er wordt geen bank benaderd en er wordt geen geld overgemaakt.',
		notReal: 'payin-sandbox · niet de echte dienst',
	},
	summary: {
		amount: 'Bedrag',
		method: 'Betaalmethode',
		bank: 'Bank',
		through: 'Via',
		reference: 'Kenmerk',
	},
	actions: {
		pay: '{amount} betalen',
		confirm: '{amount} bevestigen',
		cancel: 'Betaling annuleren',
		retry: {
			one: 'Opnieuw proberen (nog {count} poging)',
			other: 'Opnieuw proberen (nog {count} pogingen)',
		},
		return: 'TERUG NAAR ACCOUNT',
		stay: 'Op deze pagina blijven',
		open: 'Betaling openen',
		busy: 'Een ogenblik…',
	},
	form: {
		problems: {
			one: 'Controleer {count} veld.',
			other: 'Controleer {count} velden.',
		},
		nothingPaid: 'Er is niets betaald.',
		rules: {
			missing: 'Het veld ‘{field}’ is verplicht.',
			cardLength: 'Het veld ‘{field}’ moet uit 12 tot 19 cijfers bestaan.',
			checkDigit: 'Het controlecijfer in het veld ‘{field}’ klopt niet.',
			unlisted:
				'Het veld ‘{field}’ bevat geen van de vermelde testnummers; andere worden niet geaccepteerd.',
			notAName: 'Het veld ‘{field}’ moet een naam bevatten, geen nummer.',
			month: 'Het veld ‘{field}’ moet een maand van 1 tot en met 12 bevatten.',
			year: 'Het veld ‘{field}’ moet een jaartal van twee of vier cijfers bevatten.',
			past: 'Het veld ‘{field}’ bevat een datum in het verleden.',
			choice: 'Kies voor ‘{field}’ een waarde uit de lijst.',
			document: 'Het veld ‘{field}’ heeft niet de juiste notatie ({about}).',
			email: 'Het veld ‘{field}’ moet een e-mailadres bevatten.',
			phone: 'Het veld ‘{field}’ moet een nummer zoals {about} bevatten.',
			wrongCode: 'De code is onjuist. Na de derde onjuiste code wordt de betaling geweigerd.',
			length: {
				one: 'Het veld ‘{field}’ moet uit {count} cijfer bestaan.',
				other: 'Het veld ‘{field}’ moet uit {count} cijfers bestaan.',
			},
		},
	},
	card: {
		heading: 'Betalen met kaart',
		method: 'Kaart',
		titleAgain: 'Controleer de kaartgegevens',
		labels: {
			cardnum: 'Kaartnummer',
			cardholder: 'Kaarthouder',
			expirymonth: 'Vervalmaand',
			expiryyear: 'Vervaljaar',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'JJJJ',
	},
	test: {
		fill: 'Testgegevens invullen',
		cards: 'Testkaarten en wat ze doen',
		number: 'Nummer',
		brand: 'Merk',
		outcome: 'Uitkomst',
		inTurn: '{first}, daarna {second}',
		anyDate:
			'Elke toekomstige vervaldatum en elke CVV van de juiste lengte volstaan. Andere nummers worden niet geaccepteerd.',
		codes:
			'{passes} wordt geaccepteerd, bij {fails} wordt de betaling geweigerd, elke andere code is onjuist.',
	},
	confirm: {
		heading: 'Bevestig de betaling',
		yourBank: 'uw bank',
		through: 'U betaalt via {where}.',
		title: {
			bank: 'Bevestigen bij {where}',
			code: 'Bevestigen met {where}',
			qr: 'Bevestigen met {where}',
			reference: 'Betalen met {where}',
		},
	},
	pay: {
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
			foreseen:
				'Zoals het er nu voor staat, wordt de uitkomst van deze poging {outcome} ({cause}).',
			drawn: 'De uitkomst van deze poging wordt aan het toeval overgelaten.',
			steering:
				'De uitkomst kan ook vooraf worden gekozen, bijvoorbeeld met een testbank uit de lijst, de header X-Sandbox-Outcome, het e-mailadres van de klant of het betalingskenmerk.',
			anyCode: 'Zes willekeurige cijfers gelden als code.',
			details: 'Uw gegevens zijn ingevuld met testwaarden. Niets ervan wordt bewaard.',
		},
	},
	challenge: {
		heading: 'Voer uw code in',
		titleAgain: 'Controleer de code',
		asks: 'Uw bank vraagt om een eenmalige code voordat de betaling wordt goedgekeurd.',
		code: 'Eenmalige code',
	},
	status: {
		headings: {
			processing: 'Betaling in behandeling',
			confirmed: 'Betaling bevestigd',
			declined: 'Betaling geweigerd',
			cancelled: 'Betaling geannuleerd',
			expired: 'Betaling verlopen',
		},
		texts: {
			processing:
				'Het betaalnetwerk heeft de betaling nog niet bevestigd. Deze pagina toont het resultaat zodra het er is.',
			confirmed: 'Het betaalnetwerk heeft de betaling op {date} om {time} bevestigd.',
			declined: 'De betaling is niet geaccepteerd. Er is niets betaald.',
			cancelled: 'De betaling is op {date} om {time} geannuleerd. Er is niets betaald.',
			expired:
				'De tijd om te betalen is op {date} om {time} verstreken. Begin opnieuw vanuit de winkel als u niet hebt betaald. Hebt u wel betaald, betaal dan niet nog eens: de betaling kan nog worden bevestigd.',
		},
		late: 'De tijd om te betalen was toen al verstreken. De betaling is toch geldig.',
		slow: 'Dit duurt langer dan gewoonlijk. U hoeft niet nog eens te betalen.',
		noRetry:
			'Opnieuw proberen is hier niet mogelijk. Ga terug naar de winkel om op een andere manier te betalen.',
		progress: 'Voortgang van de betaling',
		steps: { submitted: 'Verzonden', network: 'Bij het betaalnetwerk', result: 'Resultaat' },
		context: '{date}, {time}',
		waited: 'Verstreken tijd',
		mayGo: 'U kunt nu terugkeren naar uw account.',
		mayRetry: 'U kunt het opnieuw proberen.',
		mayRetryOrCancel: 'U kunt het opnieuw proberen of de betaling op het formulier annuleren.',
		mayClose: 'U kunt deze pagina sluiten of zelf teruggaan naar de winkel.',
		returnsNow: 'U keert nu terug naar uw account.',
		returnsIn: {
			one: 'U keert over {count} seconde terug naar uw account.',
			other: 'U keert over {count} seconden terug naar uw account.',
		},
		reasons: {
			insufficient_funds: 'Er staat niet genoeg geld op de rekening.',
			expired_card: 'De kaart is verlopen.',
			incorrect_cvc: 'De beveiligingscode (CVV) van de kaart is onjuist.',
			invalid_number: 'Het nummer van de kaart is onjuist.',
			call_issuer: 'De bank wil dat u belt voordat de betaling wordt toegestaan.',
			limit_exceeded: 'Een limiet van de kaart of de rekening is bereikt.',
			duplicate_transaction: 'Deze betaling herhaalt een betaling die zojuist is gedaan.',
			authentication_failed: 'De bank kon uw identiteit niet bevestigen.',
			processing_error: 'Het betaalnetwerk kon de betaling niet verwerken.',
		},
	},
	notices: {
		used: 'Dit formulier was al verzonden en telt één keer. Hier ziet u hoe het met de betaling staat.',
		tooLate:
			'Het formulier kwam te laat en is niet gebruikt. Hier ziet u hoe het met de betaling staat.',
	},
	neutral: {
		unknown: {
			heading: 'Betaling niet gevonden',
			text: 'Hier is geen betaling. Ga terug naar de winkel en begin opnieuw.',
		},
		notReady: {
			heading: 'Betaling niet gereed',
			text: 'Er is nog geen betaalmethode gekozen. Ga terug naar de winkel en kies er een.',
		},
		ended: {
			heading: 'Betaling beëindigd',
			text: 'Deze betaling is beëindigd. Ga terug naar de winkel om het resultaat te zien.',
		},
		outOfDate: {
			heading: 'Formulier verlopen',
			text: 'Dit formulier hoort niet meer bij de betaling en er is niets gebeurd. Open de betaling opnieuw om verder te gaan.',
		},
	},
};
