import { expect, test } from 'vitest';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { customerCountries } from '../../simulator/customers/customers.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import { createDriver } from '../driver.ts';
import { bankOption, firstBank } from '../scenario.ts';

test('every market of the customers has a sample', () => {
	expect(Object.keys(marketSamples).sort()).toEqual([...customerCountries].sort());
	for (const [name, { country }] of Object.entries(marketSamples)) expect(country).toBe(name);
});

test('each sample is a market with banks, and not the card alone', async () => {
	const { url } = await startSandbox();
	for (const market of ['CO', 'MX'] as const) {
		const nextReference = () => `sample-${market}`;
		const { payin } = createDriver({ target: url, seed: 1, nextReference }).context;
		const session = await payin.paymentOptions({ market });
		expect((await firstBank(payin, session, bankOption(session))).name).not.toBe('');
	}
});

test('an empty list of banks fails the story with a message', async () => {
	const session = { sessionId: '', transactionId: '', redirectUrl: '', paymentOptions: [] };
	const option = { paymentOptionId: '', name: 'PSE', logo: null, extraData: [] };
	const empty = {
		paymentOptions: async () => session,
		paymentSuboptions: async () => [],
		hybridPayment: async () => '',
	};
	await expect(firstBank(empty, session, option)).rejects.toThrow('The bank list is empty.');
	expect(() => bankOption(session)).toThrow('No bank option among the 0 offered.');
});
