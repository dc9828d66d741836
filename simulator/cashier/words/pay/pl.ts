/** Polish of the pages with a form: time left, the payer's details, and what each method shows. */
import type { Words } from '../words.ts';

export const payPl: Words['pay'] = {
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
};
