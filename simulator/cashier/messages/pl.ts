import type { Messages } from './messages.ts';

export const pl: Messages = {
	frame: {
		title: '{page} · Testowa strona płatności (sandbox)',
		sandbox: 'Środowisko testowe (sandbox).',
		simulated:
			'Ta strona jest symulacją. Nie wysyłamy zapytań do żadnego banku i nie przelewamy żadnych pieniędzy.',
		notReal: 'payin-sandbox · to nie jest prawdziwa usługa',
	},
	summary: {
		amount: 'Kwota',
		method: 'Metoda płatności',
		bank: 'Bank',
		through: 'Płatność przez',
		reference: 'Numer referencyjny',
	},
	actions: {
		pay: 'Zapłać {amount}',
		confirm: 'Potwierdź {amount}',
		cancel: 'Anuluj płatność',
		retry: {
			one: 'Spróbuj ponownie (pozostała {count} próba)',
			few: 'Spróbuj ponownie (pozostały {count} próby)',
			many: 'Spróbuj ponownie (pozostało {count} prób)',
			other: 'Spróbuj ponownie (pozostało {count} próby)',
		},
		return: 'WRÓĆ DO KONTA',
		stay: 'Pozostań na tej stronie',
		open: 'Otwórz płatność',
		busy: 'Chwileczkę…',
	},
	form: {
		problems: {
			one: '{count} pole wymaga poprawy.',
			few: '{count} pola wymagają poprawy.',
			many: '{count} pól wymaga poprawy.',
			other: '{count} pola wymaga poprawy.',
		},
		nothingPaid: 'Nie pobrano żadnych środków.',
		rules: {
			missing: 'Pole „{field}” jest wymagane.',
			cardLength: 'Pole „{field}” musi zawierać od 12 do 19 cyfr.',
			checkDigit: 'Pole „{field}” zawiera błędną cyfrę kontrolną.',
			unlisted:
				'Pole „{field}” nie zawiera żadnego z podanych numerów testowych, a inne nie są przyjmowane.',
			notAName: 'Pole „{field}” musi zawierać imię i nazwisko, a nie numer.',
			month: 'Pole „{field}” musi zawierać miesiąc od 1 do 12.',
			year: 'Pole „{field}” musi zawierać rok zapisany dwiema lub czterema cyframi.',
			past: 'Pole „{field}” zawiera datę z przeszłości.',
			choice: 'Wartość pola „{field}” trzeba wybrać z listy.',
			document: 'Pole „{field}” nie ma formatu {about}.',
			email: 'Pole „{field}” musi zawierać adres e-mail.',
			phone: 'Pole „{field}” musi zawierać numer taki jak {about}.',
			wrongCode: 'Kod jest nieprawidłowy. Po trzecim błędnym kodzie płatność zostanie odrzucona.',
			length: {
				one: 'Pole „{field}” musi zawierać {count} cyfrę.',
				few: 'Pole „{field}” musi zawierać {count} cyfry.',
				many: 'Pole „{field}” musi zawierać {count} cyfr.',
				other: 'Pole „{field}” musi zawierać {count} cyfry.',
			},
		},
	},
	card: {
		heading: 'Płatność kartą',
		method: 'Karta',
		titleAgain: 'Sprawdź dane karty',
		labels: {
			cardnum: 'Numer karty',
			cardholder: 'Posiadacz karty',
			expirymonth: 'Miesiąc ważności',
			expiryyear: 'Rok ważności',
			cardcvv: 'CVV',
		},
		month: 'MM',
		year: 'RRRR',
	},
	test: {
		fill: 'Wypełnij danymi testowymi',
		cards: 'Karty testowe i ich działanie',
		number: 'Numer',
		brand: 'Marka',
		outcome: 'Wynik',
		inTurn: '{first}, następnie {second}',
		anyDate:
			'Wystarczy dowolna przyszła data ważności i dowolny kod CVV o właściwej długości. Żaden inny numer nie jest przyjmowany.',
		codes:
			'{passes} zostaje przyjęty, przy {fails} płatność zostaje odrzucona, każdy inny kod jest nieprawidłowy.',
	},
	confirm: {
		heading: 'Potwierdź płatność',
		yourBank: 'Twój bank',
		through: 'Płatność za pośrednictwem: {where}.',
		title: {
			bank: 'Potwierdzenie: {where}',
			code: 'Potwierdzenie: {where}',
			qr: 'Potwierdzenie: {where}',
			reference: 'Płatność: {where}',
		},
	},
	pay: {
		window: {
			left: 'Pozostały czas na płatność:',
			until: 'do {time}',
			by: 'Zapłać do: {date}, {time}.',
			five: 'Na płatność pozostało pięć minut.',
			one: 'Na płatność pozostała minuta.',
			over: 'Czas na dokonanie płatności minął.',
		},
		copy: {
			copy: 'Kopiuj',
			copied: 'Skopiowano',
			selected: 'Zaznaczono, można skopiować',
		},
		payer: {
			heading: 'Dane płatnika',
			titleAgain: 'Sprawdź dane płatnika',
			labels: {
				code: 'Kod z aplikacji',
				personType: 'Rodzaj płatnika',
				documentType: 'Rodzaj dokumentu',
				document: 'Numer dokumentu',
				name: 'Imię i nazwisko',
				email: 'Adres e-mail',
				phone: 'Numer telefonu komórkowego',
			},
			optional: '{field} (opcjonalnie)',
			personTypes: {
				natural: 'Osoba fizyczna',
				legal: 'Firma',
			},
		},
		show: {
			bank: 'Prawdziwa strona poprosiłaby o zalogowanie; ta nigdy nie prosi o nazwę użytkownika ani hasło.',
			account: 'Rachunek testowy',
			code: 'Prawdziwa aplikacja pokazałaby kod; tutaj wystarczy dowolne sześć cyfr.',
			qr: 'Zeskanuj kod QR w aplikacji.',
			picture: 'Kod QR poniższego tekstu',
			noApp: 'Żadna aplikacja nie zapłaci tym kodem; zamiast skanowania użyj przycisku.',
			reference: 'Zapłać, podając ten numer:',
			noCounter: 'Żaden punkt obsługi ani bank nie zna tego numeru; tutaj płaci się przyciskiem.',
		},
		actions: {
			scan: 'Symuluj skanowanie',
			settle: 'Symuluj płatność',
		},
		test: {
			what: 'Co można tu przetestować',
			foreseen: 'Na tę chwilę wynikiem tej próby będzie {outcome} ({cause}).',
			drawn: 'Wynik tej próby jest losowy.',
			steering:
				'Wynik można też wybrać wcześniej, na przykład bankiem testowym z listy, nagłówkiem X-Sandbox-Outcome, adresem e-mail klienta lub numerem referencyjnym płatności.',
			anyCode: 'Jako kod przyjmowane jest dowolne sześć cyfr.',
			details: 'Dane są wypełnione wartościami testowymi. Nic z nich nie jest przechowywane.',
		},
	},
	challenge: {
		heading: 'Wprowadź kod',
		titleAgain: 'Sprawdź kod',
		asks: 'Bank prosi o kod jednorazowy przed dokonaniem płatności.',
		code: 'Kod',
	},
	status: {
		headings: {
			processing: 'Płatność w toku',
			confirmed: 'Płatność potwierdzona',
			declined: 'Płatność odrzucona',
			cancelled: 'Płatność anulowana',
			expired: 'Płatność wygasła',
		},
		texts: {
			processing:
				'Sieć płatnicza nie potwierdziła jeszcze płatności. Ta strona pokaże wynik, gdy tylko będzie znany.',
			confirmed: 'Sieć płatnicza potwierdziła płatność: {date}, {time}.',
			declined: 'Płatność nie została przyjęta. Nie pobrano żadnych środków.',
			cancelled: 'Płatność została anulowana: {date}, {time}. Nie pobrano żadnych środków.',
			expired:
				'Czas na dokonanie płatności minął: {date}, {time}. Jeśli płatność nie została wykonana, prosimy rozpocząć ponownie w sklepie. Jeśli została wykonana, prosimy nie płacić ponownie: może jeszcze zostać potwierdzona.',
		},
		late: 'Czas na dokonanie płatności już wtedy minął. Płatność mimo to jest ważna.',
		slow: 'To trwa dłużej niż zwykle. Nie trzeba płacić ponownie.',
		noRetry:
			'Tutaj nie można spróbować ponownie. Prosimy wrócić do sklepu i zapłacić w inny sposób.',
		progress: 'Postęp płatności',
		steps: { submitted: 'Wysłano', network: 'W sieci płatniczej', result: 'Wynik' },
		context: '{date}, {time}',
		waited: 'Dotychczasowy czas oczekiwania',
		mayGo: 'Można już wrócić do konta w sklepie.',
		mayRetry: 'Można spróbować ponownie.',
		mayRetryOrCancel: 'Można spróbować ponownie albo anulować płatność w formularzu.',
		mayClose: 'Można zamknąć tę stronę lub samodzielnie wrócić do sklepu.',
		returnsNow: 'Następuje powrót do konta w sklepie.',
		returnsIn: {
			one: 'Powrót do konta w sklepie nastąpi za {count} sekundę.',
			few: 'Powrót do konta w sklepie nastąpi za {count} sekundy.',
			many: 'Powrót do konta w sklepie nastąpi za {count} sekund.',
			other: 'Powrót do konta w sklepie nastąpi za {count} sekundy.',
		},
		reasons: {
			insufficient_funds: 'Na rachunku nie ma wystarczających środków.',
			expired_card: 'Karta straciła ważność.',
			incorrect_cvc: 'Kod zabezpieczający (CVV) karty jest nieprawidłowy.',
			invalid_number: 'Numer karty jest nieprawidłowy.',
			call_issuer: 'Bank prosi o kontakt telefoniczny, zanim zaakceptuje płatność.',
			limit_exceeded: 'Osiągnięto limit karty lub rachunku.',
			duplicate_transaction: 'Ta płatność powtarza płatność wykonaną przed chwilą.',
			authentication_failed: 'Bank nie mógł potwierdzić tożsamości płatnika.',
			processing_error: 'Sieć płatnicza nie mogła przetworzyć płatności.',
		},
	},
	notices: {
		used: 'Ten formularz został już wysłany i liczy się tylko raz. Poniżej podano stan płatności.',
		tooLate: 'Formularz dotarł za późno i nie został użyty. Poniżej podano stan płatności.',
	},
	neutral: {
		unknown: {
			heading: 'Nie znaleziono płatności',
			text: 'Nie ma tu żadnej płatności. Prosimy wrócić do sklepu i rozpocząć ponownie.',
		},
		notReady: {
			heading: 'Płatność nie jest gotowa',
			text: 'Nie wybrano jeszcze metody płatności. Prosimy wrócić do sklepu i ją wybrać.',
		},
		ended: {
			heading: 'Płatność zakończona',
			text: 'Ta płatność jest zakończona. Jej wynik można sprawdzić w sklepie.',
		},
		outOfDate: {
			heading: 'Formularz nieaktualny',
			text: 'Ten formularz nie należy już do płatności i nic nie zostało wykonane. Prosimy ponownie otworzyć płatność, aby kontynuować.',
		},
	},
};
