/** A card number that could be real is refused, with the reason, and never shown again (P19). */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { testCards } from '../../simulator/contract/test-values.ts';
import { passesLuhn } from '../../simulator/domain/card.ts';
import { drawOf } from '../../simulator/runtime/chance.ts';
import { campaign, noteFigure } from '../support/campaign.ts';
import { approvedForm, openAt, postForm } from '../support/cashier.ts';
import { post, reachCashier, startSandbox } from '../support/sandbox.ts';

const count = campaign({ sample: 40, full: 1_000 });
const listed = new Set(testCards.map(({ number }) => number));

/** Prefixes and lengths of the card schemes. */
const schemes: readonly (readonly [string, number])[] = [
	['4', 13],
	['4', 16],
	['4', 19],
	['51', 16],
	['55', 16],
	['2221', 16],
	['2720', 16],
	['34', 15],
	['37', 15],
	['6011', 16],
	['65', 16],
	['36', 14],
	['3528', 16],
	['6212', 17],
	['5018', 12],
	// Close to the test cards.
	['424242', 16],
	['400000', 16],
	['3782', 15],
];

/** A number with a valid check digit, derived from the index. */
function numberAt(index: number): string {
	const [beginning, length] = schemes[index % schemes.length] ?? ['4', 16];
	let digits = beginning;
	while (digits.length < length - 1) {
		digits += Math.floor(drawOf(`card ${index} ${digits.length}`) * 10);
	}
	const check = [...'0123456789'].find((last) => passesLuhn(digits + last));
	return `${digits}${check}`;
}

const numbers = Array.from({ length: count }, (_, index) => numberAt(index)).filter(
	(number) => !listed.has(number),
);

const spellings = [
	(number: string) => number,
	(number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 '),
	(number: string) => number.replace(/(\d{4})(?=\d)/g, '$1-'),
];

const bare = (text: string) => text.replace(/[\s-]/g, '');

test(`${count} valid card numbers are refused, and none is shown again`, async () => {
	expect(new Set(numbers).size).toBeGreaterThan(count * 0.99);
	const lines: string[] = [];
	const sandbox = await startSandbox({ log: 'json', writeLog: (line) => lines.push(line) });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	const { token } = await openAt(page);
	const act = `${sandbox.url}${controlPaths.payments}/${sessionId}/act`;
	for (const [index, number] of numbers.entries()) {
		const spelt = spellings[index % spellings.length]?.(number) ?? number;
		const form = await postForm(page, { ...approvedForm, token, cardnum: spelt });
		expect([number, form.status]).toEqual([number, 400]);
		expect(form.text).toContain('is not one of the listed test numbers, and no other is accepted.');
		const { status, body } = await post(act, { action: 'submit', card: spelt });
		expect([number, status, body.code]).toEqual([number, 400, 'form_refused']);
		expect(body.errors[0].detail).toContain('listed test numbers');
		const shown = bare(form.text + JSON.stringify(body));
		expect([number, shown.includes(number)]).toEqual([number, false]);
	}
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
	const records = lines.join('') + JSON.stringify((await sandbox.journal()).entries);
	const kept = bare(records);
	expect(numbers.filter((number) => kept.includes(number))).toEqual([]);
	noteFigure(`${numbers.length} numbers by page and by act, none accepted, none shown again`);
});
