/** A story that sends a card number and fails: no report shows the number (P18). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';

const number = '4556731000950287';
const spellings = /4556\W{0,3}7310\W{0,3}0095\W{0,3}0287/;

test('no report of a failed story shows the card number that it sent, expected or named', async () => {
	const file = storyFile(
		temporaryFolder(),
		'card-number',
		`const redirectUrl = 'https://shop.example/?cvv=123&card=4556%207310%200095%200287';
await payin.paymentOptions({ market: 'CO', paymentReference: 'o-${number}', redirectUrl });
expect.ok('${number} is not shown', true);
expect.equal('card of cards.funds', 'a ${number}', '4556-7310-0095-0287');`,
	);
	const ran = await scenarios([file]);
	const out = join(ran.cwd, 'out');
	const texts = readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]);
	expect(texts.length).toBeGreaterThan(4);
	for (const [name, text = ''] of [...texts, ['terminal', ran.stdout + ran.stderr]]) {
		expect([name, spellings.exec(text)?.[0]]).toEqual([name, undefined]);
		expect([name, /cvv=123/.exec(text)?.[0]]).toEqual([name, undefined]);
	}
	const [result] = ran.report().scenarios;
	expect(ran.code).toBe(1);
	expect(result?.failure).toMatchObject({
		step: 'expect card of cards.funds',
		message: expect.stringContaining('a 455673******0287'),
		curl: expect.stringContaining('"paymentReference":"o-455673******0287"'),
	});
});
