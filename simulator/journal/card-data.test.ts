import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayHoldCard, withoutCardData } from './card-data.ts';

test.each([
	['a number', '{"cardnum":"4242424242424242"}', '{"cardnum":"{number}"}'],
	['in groups', '{"note":"4242 4242 4242 4242, thanks"}', '{"note":"{number}, thanks"}'],
	['as a JSON number', '{"card":4242424242424242}', '{"card":"{number}"}'],
	['deep inside', '{"a":[{"b":"5555-5555-5555-4444"}]}', '{"a":[{"b":"{number}"}]}'],
	['behind an escape', '{"card":"4242\\u00342424242424242"}', '{"card":"{number}"}'],
	['a code', '{"cardcvv":"737","CVC":737}', '{"cardcvv":"…","CVC":"…"}'],
	[
		'a code by a longer name',
		'{"security_code":"987","card":{"verificationValue":1}}',
		'{"security_code":"…","card":{"verificationValue":"…"}}',
	],
	['in what is no JSON', 'card=4242424242424242', 'card={number}'],
	['a code in what is no JSON', '{"cvv":"737"', '…'],
])('%s is found and masked', (_name, sent, kept) => {
	expect(mayHoldCard(sent)).toBe(true);
	expect(withoutCardData(sent)).toBe(kept);
});

test('an id stays whole, however many digits it has', () => {
	const sent = '{"sessionId":"12345678-1234-4123-8123-123456789012"}';
	expect(withoutCardData(sent)).toBe(sent);
});

test('whatever stands around it, no card number passes', () => {
	const digit = fc.constantFrom(...'0123456789');
	const grouped = fc.tuple(fc.constantFrom('', '', ' ', '-'), digit).map(([gap, one]) => gap + one);
	const digits = fc
		.tuple(digit, fc.array(grouped, { minLength: 12, maxLength: 18 }))
		.map(([first, rest]) => first + rest.join(''));
	fc.assert(
		fc.property(digits, fc.string(), fc.string(), (number, before, after) => {
			const sent = JSON.stringify({ [before]: `${before} ${number} ${after}` });
			const kept = mayHoldCard(sent) ? withoutCardData(sent) : sent;
			return !kept.includes(number);
		}),
	);
});

test('an ordinary call is kept as it came', () => {
	const sent =
		'{"amount":150000,"customer":{"phone":"+573001234567","ip":"192.0.2.10"},"paymentReference":"order-1001"}';
	expect(mayHoldCard(sent)).toBe(false);
});
