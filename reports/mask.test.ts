import { expect, test } from 'vitest';
import { maskReport, secretsIn } from './mask.ts';

const secret = 'secret-of-a-test';
const report = {
	kind: 'scenarios',
	scenarios: [
		{
			name: `card/approved-${secret}`,
			status: 'passed',
			transactionIds: [`${secret}-2`],
			steps: [{ name: `step ${secret}`, message: { from: 'merchant', to: 'service' } }],
			failure: { message: `got ${secret}`, actual: `"Bearer ${secret}"` },
			deviations: [{ path: `payment-options: ${secret}`, got: '"Bearer secret-of…' }],
		},
	],
};

test('a short value is not masked: it would be found in words and numbers', () => {
	const headers = { 'X-Api-Version': '2', 'X-Mode': 'step', Accept: 'payment-options' };
	expect(maskReport(report, secretsIn(headers))).toEqual(report);
});

test('a value is masked in every text but own words', () => {
	expect(
		maskReport(report, secretsIn({ Authorization: `Bearer ${secret}`, 'X-Role': 'merchant' })),
	).toEqual({
		kind: 'scenarios',
		scenarios: [
			{
				name: `card/approved-${secret}`,
				status: 'passed',
				transactionIds: ['$TOKEN-2'],
				steps: [{ name: 'step $TOKEN', message: { from: 'merchant', to: 'service' } }],
				failure: { message: 'got $TOKEN', actual: '"$TOKEN"' },
				deviations: [{ path: 'payment-options: $TOKEN', got: '"$TOKEN…' }],
			},
		],
	});
});

test('each part of a value is masked, and its value after the name', () => {
	const headers = {
		Cookie: `theme=dark; session=${secret}`,
		Authorization: 'Digest username="ana", response="response-of-digest"',
	};
	const message = `${secret} and response-of-digest have expired, dark has not`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({
		message: '$TOKEN and $TOKEN have expired, dark has not',
	});
});

test.each([
	'a%2Bsecret%2Fof%20ours!%3D',
	'a%2bsecret%2fof%20ours!%3d',
	'a%2Bsecret%2Fof+ours%21%3D',
	'a%2bsecret%2fof%20ours%21%3d',
	'a+secret/of%20ours!=',
])('a value is masked in addresses, too: %s', (encoded) => {
	const headers = { 'X-Key': 'a+secret/of ours!=' };
	const message = `at https://shop.example/?key=${encoded}`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({
		message: 'at https://shop.example/?key=$TOKEN',
	});
});

test('a header with an ordinary name may carry secrets too', () => {
	const headers = { 'X-Merchant-Key': 'Basic c2VjcmV0', 'X-Login': 'id=ana; pin=998877665544' };
	const message = 'got c2VjcmV0 and 998877665544';
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message: 'got $TOKEN and $TOKEN' });
});

test('the addresses and the product of a client are ordinary words', () => {
	const headers = { 'X-Forwarded-For': '10.0.0.12, 127.0.0.1', 'User-Agent': 'shop/1; checkout' };
	const message = 'checkout at http://127.0.0.1:8080';
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message });
});

test('a value with a quote is masked in JSON texts, too', () => {
	const headers = { 'X-Key': 'a "quoted" secret' };
	const message = `got ${JSON.stringify({ key: headers['X-Key'] })}`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message: 'got {"key":"$TOKEN"}' });
});
