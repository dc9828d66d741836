import { expect, test } from 'vitest';
import { servicePaths } from '../simulator/contract/routes.ts';
import { post, startPayment, startSandbox } from './support/sandbox.ts';

test.each([
	['JP', 'JPY', 'Konbini', 'a reference to pay with'],
	['CO', 'COP', 'PSE', 'ask you to log in'],
	['CO', 'COP', 'Efecty', 'a reference to pay with'],
	['TH', 'THB', 'PromptPay', 'a picture to scan'],
	['PL', 'PLN', 'BLIK', 'ask for a code'],
])(
	'in %s with %s the page of %s says what the real one would do',
	async (country, currency, name, words) => {
		const { url } = await startSandbox();
		const { sessionId, paymentOptions } = await startPayment(url, { country, currency });
		const option = paymentOptions.find((offered) => offered.name === name);
		const choice = { sessionId, paymentOptionId: option?.paymentOptionId ?? '' };
		const list = await post(url + servicePaths.paymentSuboptions, choice);
		const bank = list.status === 200 ? { optionId: list.body.result.options[0].id } : {};
		const { body } = await post(url + servicePaths.hybridPayment, { ...choice, ...bank });
		const page = await (await fetch(body.result.redirectUrl)).text();
		expect(page).toContain(words);
		expect(page.includes('log in')).toBe(name === 'PSE');
		// A store is no bank.
		expect(page.includes('<dt>Bank</dt>')).toBe(name === 'PSE');
		expect(page).toContain(bank.optionId ? list.body.result.options[0].name : name);
	},
);
