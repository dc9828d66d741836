import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskCardData, mayContainCardData } from './card-data.ts';

test.each([
	['a number', '{"cardnum":"4242424242424242"}', '{"cardnum":"{number}"}'],
	['in groups', '{"note":"4242 4242 4242 4242, thanks"}', '{"note":"{number}, thanks"}'],
	['as a JSON number', '{"card":4242424242424242}', '{"card":"{number}"}'],
	['deep inside', '{"a":[{"b":"5555-5555-5555-4444"}]}', '{"a":[{"b":"{number}"}]}'],
	['behind an escape', '{"card":"4242\\u00342424242424242"}', '{"card":"{number}"}'],
	['with two signs between', '{"note":"4242  4242  4242  4242"}', '{"note":"{number}"}'],
	['in groups by another sign', '{"note":"4242_4242.4242/4242"}', '{"note":"{number}"}'],
	['in groups by an escaped sign', '{"note":"4242\\/4242\\t4242\\"4242"}', '{"note":"{number}"}'],
	['in groups by an escape', '{"note":"3782\\u2013822463\\u200210005"}', '{"note":"{number}"}'],
	['in another script', '{"note":"４２４２４２４２４２４２４２４２"}', '{"note":"{number}"}'],
	['in groups in a query', 'card=4242%2E4242%E2%80%934242%204242', 'card={number}'],
	['a code', '{"cardcvv":"737","CVC":737}', '{"cardcvv":"…","CVC":"…"}'],
	[
		'a code by a longer name',
		'{"security_code":"987","card":{"verificationValue":1}}',
		'{"security_code":"…","card":{"verificationValue":"…"}}',
	],
	['in text that is not JSON', 'card=4242424242424242', 'card={number}'],
	['a code in text that is not JSON', '{"cvv":"737"', '…'],
])('%s is found and masked', (_name, sent, kept) => {
	expect(mayContainCardData(sent)).toBe(true);
	expect(maskCardData(sent)).toBe(kept);
});

test('a UUID is not masked', () => {
	const sent = '{"sessionId":"12345678-1234-4123-8123-123456789012"}';
	expect(maskCardData(sent)).toBe(sent);
	expect(mayContainCardData(sent)).toBe(false);
	expect(mayContainCardData(sent.replace('"}', '4242424242424242"}'))).toBe(true);
});

test('a card number is masked in every context', () => {
	const digit = fc.constantFrom(...'0123456789');
	const gaps = fc.constantFrom('', '', ' ', '-', '  ', '\u00a0', '\u200b');
	const grouped = fc.tuple(gaps, digit).map(([gap, one]) => gap + one);
	const digits = fc
		.tuple(digit, fc.array(grouped, { minLength: 12, maxLength: 18 }))
		.map(([first, rest]) => first + rest.join(''));
	fc.assert(
		fc.property(digits, fc.string(), fc.string(), (number, before, after) => {
			const sent = JSON.stringify({ [before]: `${before} ${number} ${after}` });
			const kept = mayContainCardData(sent) ? maskCardData(sent) : sent;
			return !kept.includes(number);
		}),
	);
});

test.each([
	['a card number as a field name', '{"4539578763621486":"x"}', '{"{number}":"x"}'],
	['a security code in an object', '{"cvv":{"value":"913"}}', '{"cvv":"…"}'],
	['a security code in a list', '{"card":{"cardcvv":["914"]}}', '{"card":{"cardcvv":"…"}}'],
	[
		'a code by name and value',
		'{"formInputs":[{"name":"cvv","value":"8317"}]}',
		'{"formInputs":[{"name":"cvv","value":"…"}]}',
	],
	[
		'a code by name and values',
		'{"extraData":[{"name":"cardcvv","values":["987"]}]}',
		'{"extraData":[{"name":"cardcvv","values":"…"}]}',
	],
	['an escaped name in JSON that was cut off', '{"C\\u00f3digo de seguridad":"987",', '…'],
	[
		'a code by key and value',
		'{"key":"securityCode","value":8317}',
		'{"key":"securityCode","value":"…"}',
	],
	[
		'a code in an address',
		'{"redirectUrl":"https://a.example/?id=7&cvv=8317&b=1#c"}',
		'{"redirectUrl":"https://a.example/?id=7&cvv=…&b=1#c"}',
	],
	[
		'a code in an address within an address',
		'{"redirectUrl":"https://a.example/?next=/pay?cvv=8317&b=1"}',
		'{"redirectUrl":"https://a.example/?next=/pay?cvv=…&b=1"}',
	],
	[
		'a code in an encoded address',
		'{"redirectUrl":"https://a.example/?next=%2Fpay%3Fcard%5Bcvv%5D%3D8317%26b%3D1&c=2"}',
		'{"redirectUrl":"https://a.example/?next=%2Fpay%3Fcard%5Bcvv%5D%3D…%26b%3D1&c=2"}',
	],
	['a code with quotes', '{"note":"a=1&cvc=\\"123\\""}', '{"note":"a=1&cvc=…"}'],
	['a code with blanks', '{"note":"a=1&cvc=1 2 3"}', '{"note":"a=1&cvc=…"}'],
	['a number in a list of texts', '{"card":["54252334","30109903"]}', '{"card":["…","…"]}'],
	['a number in a list of numbers', '{"card":[5425,2334,3010,9903]}', '{"card":["…","…","…","…"]}'],
	['uneven groups', '{"note":"455673.7586899855"}', '{"note":"455673******9855"}'],
	[
		'a card number in a field with numbers of the merchant',
		'{"paymentReference":"order-4242424242424242","phone":"+573001234567"}',
		'{"paymentReference":"order-424242******4242","phone":"+573001234567"}',
	],
])('%s is masked', (_name, sent, kept) => {
	expect(mayContainCardData(sent)).toBe(true);
	expect(maskCardData(sent)).toBe(kept);
});

test.each([
	...[
		'codigoSeguridad',
		'codigo_seguridad',
		'código de seguridad',
		'security-code',
		'security code',
	],
	...[
		'cvn',
		'card_cvn',
		'cardCvn',
		'cvd',
		'cid',
		'CID',
		'cav2',
		'cardCode',
		'card-code',
		'secCode',
	],
	'cardVerificationCode',
	...['card_verification', 'verificationNumber', 'securityNumber', 'security_digits'],
	...['cardSecurity', 'numero_seguridad', 'Prüfziffer', 'cryptogramme'],
])('a field named %s is a security code', (name) => {
	const sent = JSON.stringify({ card: { [name]: '8317' } });
	expect(mayContainCardData(sent)).toBe(true);
	expect(maskCardData(sent)).not.toContain('8317');
});

test.each([
	...['placid', 'incident', 'decide', 'code', 'countryCode', 'value', 'verified', 'secure'],
	...['socialSecurityNumber', 'social_security_number'],
])('a field named %s is none', (name) => {
	const sent = JSON.stringify({ [name]: '8317', list: [1500, 2000], item: { name, value: 1 } });
	expect(maskCardData(sent)).toBe(sent);
});

test.each([
	['beside a card number', '{"number":"4242424242424242","code":"739"}'],
	['before a card number', '{"code":7391,"pan":4242424242424242}'],
	['after another object of the card', '{"card":{"expiry":{"m":1,"y":2},"code":"739"}}'],
	['far from the name of the card', `{"card":{"holder":"${'x'.repeat(600)}","code":"739"}}`],
	['in a form with a card number', 'number=4242424242424242&code=739&exp=1230'],
	['in a body that was cut off', '{"pan":"4242424242424242","code":"739"'],
	['in an address', '{"redirectUrl":"https://a.example/?pan=4242424242424242&code=739"}'],
	['beside a card number in groups', '{"código":"739","number":["4242","4242","4242","4242"]}'],
	['in an object that is named like a card', '{"card":{"holder":"Ana","Code":"739"}}'],
	['in the details of a card', '{"a":{"payment_card-details" : { "codigo" :739}}}'],
])('a code %s is masked', (_name, sent) => {
	expect(mayContainCardData(sent)).toBe(true);
	expect(maskCardData(sent)).not.toContain('739');
});

const number = '"number":"4242424242424242"';
const hidden = '"number":"{number}"';

test.each([
	['an error code', `{"card":{${number}},"code":"404"}`, `{"card":{${hidden}},"code":"404"}`],
	['an error code in letters', `{${number},"code":"E01"}`, `{${hidden},"code":"E01"}`],
	['a country code', `{${number},"countryCode":"170"}`, `{${hidden},"countryCode":"170"}`],
	['the code of a challenge', `{${number},"code":"123456"}`, `{${hidden},"code":"123456"}`],
	['an error of a card', '{"cardError":{"code":"4001"}}', '{"cardError":{"code":"4001"}}'],
	[
		'a code beside a long number that is no card number',
		'{"id":"1000000000000","code":"404"}',
		'{"id":"{number}","code":"404"}',
	],
])('%s is not masked', (_name, sent, kept) => {
	expect(maskCardData(sent)).toBe(kept);
});

test.each(['secur', 'verif', 'codigo', '?a', '&', 'card', 'card\\":{'])(
	'names like %j take linear time',
	(piece) => {
		const sent = `{"x":"${piece.repeat(400_000)}=cvv"}`;
		expect(maskCardData(sent)).toContain(piece);
	},
);

test('the search of a long body without letters takes linear time', () => {
	for (const piece of [' ', ',', '\n', '1 ,']) {
		expect(mayContainCardData(`{"x":"${piece.repeat(1_500_000)}"}`)).toBe(piece.includes('1'));
	}
});

test('an ordinary body is unchanged', () => {
	const sent =
		'{"amount":150000,"customer":{"name":"José Núñez","phone":"+573001234567","ip":"192.168.100.200"},"redirectUrl":"https:\\/\\/shop.example\\/","at":"2026-11-22T00:13:02.123Z","paymentReference":"order-1001"}';
	expect(mayContainCardData(sent)).toBe(false);
});

test("the merchant's own numbers stay, and so tell two orders apart", () => {
	const sent =
		'{"paymentReference":"order-1795542196640","redirectUrl":"https://shop.example/?order=1795542196640","userId":"1795542196640","customer":{"phone":"573001234567"}}';
	expect(mayContainCardData(sent)).toBe(true);
	expect(maskCardData(sent)).toBe(sent);
});
