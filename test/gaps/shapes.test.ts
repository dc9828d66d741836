/** Shapes of values and form inputs that the document does not state. */
import { expect, test } from 'vitest';
import { cardFields, threeCalls } from '../support/ask.ts';
import { reachCashier, send, startSandbox } from '../support/sandbox.ts';

test.each([
	['valueLabel', [{ value: '2027', label: '2027' }], [{ value: '01', label: '01' }]],
	[
		[{ code: 1 }, 'two'],
		[{ code: 1 }, 'two'],
		[{ code: 1 }, 'two'],
	],
])(
	'values of the shape %j appear in the year and the month, never in text fields',
	async (valuesShape, year, month) => {
		const sandbox = await startSandbox({ settings: { catalog: { extraData: { valuesShape } } } });
		const { seen } = await cardFields(sandbox, 'values');
		const { expiryyear, expirymonth, ...texts } = seen as Record<string, unknown[]>;
		expect(expiryyear?.slice(0, year.length)).toEqual(year);
		expect(expirymonth?.slice(0, month.length)).toEqual(month);
		expect(texts).toEqual({ cardnum: [], cardholder: [], cardcvv: [] });
	},
);

test('configured form inputs are returned unchanged, and the cashier still accepts a card with drifting types', async () => {
	const formInputs = [{ anything: [1, null] }, 'text'];
	const sandbox = await startSandbox({
		settings: { catalog: { formInputs, extraData: { types: 'mixed', valuesShape: 'valueLabel' } } },
	});
	const { suboptions } = await threeCalls(sandbox);
	expect(suboptions.body.result.options[0].formInputs).toEqual(formInputs);
	const { page } = await reachCashier(sandbox.url, 'card');
	const { body: html } = await send('GET', page);
	for (const name of ['cardnum', 'cardholder', 'expiryyear', 'expirymonth', 'cardcvv']) {
		expect(html).toContain(`name="${name}"`);
	}
});

test('every text of a configured list is returned unchanged, also NUL and its escape', async () => {
	const texts = ['\0', 'a\0b', '\0'.repeat(5), '\\u0000', { '\0': '"\0"' }];
	const catalog = { formInputs: texts, extraData: { valuesShape: texts } };
	const sandbox = await startSandbox({ settings: { catalog } });
	const { options, suboptions } = await threeCalls(sandbox);
	const card = options.body.paymentOptions.find(({ name }: { name: string }) => name === 'Card');
	const year = card.extraData.find(({ name }: { name: string }) => name === 'expiryyear');
	expect(year.values).toEqual(texts);
	const [first, second] = suboptions.body.result.options;
	expect([first.formInputs, second.formInputs]).toEqual([texts, texts]);
	expect([first.id, second.id]).toEqual(['co-pse-01', 'co-pse-02']);
});
