import { expect, test } from 'vitest';
import { openAt } from './support/cashier.ts';
import { reachOption } from './support/options.ts';
import { post, startSandbox } from './support/sandbox.ts';

async function foreseenAt(page: string): Promise<string | undefined> {
	return /data-testid="foreseen">([^<]*)</.exec((await openAt(page)).text)?.[1];
}

test.each([
	[{}, {}, 'meets APPROVE (default outcome = APPROVE)'],
	[{ paymentReference: 'SIM-HOLD-1' }, {}, 'meets HOLD (paymentReference = HOLD)'],
	[
		{},
		{ 'X-Sandbox-Outcome': 'FUNDS,APPROVE' },
		'meets FUNDS (header X-Sandbox-Outcome = FUNDS,APPROVE)',
	],
])(
	'the banner shows the expected outcome and its cause: %j %j',
	async (changes, headers, expected) => {
		const sandbox = await startSandbox();
		for (const option of ['PSE', 'Card']) {
			const { page, sessionId } = await reachOption(sandbox.url, ['CO', option], changes, headers);
			expect(await foreseenAt(page)).toContain(expected);
			await post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, { action: 'submit' });
			const { fate } = await sandbox.payment(sessionId);
			expect(expected).toBe(`meets ${fate?.outcome} (${fate?.cause})`);
		}
	},
);

test('the banner does not predict a random outcome', async () => {
	const { url } = await startSandbox({ settings: { defaultOutcome: { APPROVE: 1, DECLINE: 1 } } });
	const { page } = await reachOption(url, ['CO', 'PSE']);
	expect(await foreseenAt(page)).toBe('The outcome of this attempt is left to chance.');
});

test('only a page with input fields has the link to fill them in', async () => {
	const { url } = await startSandbox();
	for (const [country, option, fills] of [
		['CO', 'Card', true],
		['CO', 'PSE', true],
		['PL', 'BLIK', true],
		['PL', 'Przelewy24', false],
		['VN', 'VietQR', false],
	] as const) {
		const { page } = await reachOption(url, [country, option]);
		const { text } = await openAt(page);
		expect([option, text.includes('data-testid="fill-test-values"')]).toEqual([option, fills]);
	}
});
