/** `payin-sandbox record`: payments of sandboxes with other settings become stories for the default settings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PaymentOptionsResponse } from '../../simulator/contract/payment-options.ts';
import { cards } from '../../simulator/contract/test-values.ts';
import { choose, list, options } from '../../test/support/calls.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { recordHere, recordPayment } from '../../test/support/recording.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { reachCashier, send, startSandbox } from '../../test/support/sandbox.ts';

/** Records the payment by its id, and from the journal of its sandbox. */
async function recordBoth(sandbox: Sandbox, sessionId: string) {
	const { body } = await send('GET', `${sandbox.url}/_sandbox/journal?format=har`);
	const har = join(temporaryFolder(), 'journal.har');
	writeFileSync(har, JSON.stringify(body));
	return [await recordPayment(sandbox, sessionId), await recordHere({ har })];
}

/** The first option with or without card fields. */
const optionOf = ({ sessionId, paymentOptions }: PaymentOptionsResponse, isCard: boolean) => ({
	sessionId,
	paymentOptionId: paymentOptions.find(({ extraData }) => extraData.length > 0 === isCard)
		?.paymentOptionId,
});

const cardRun = [
	"const session = await payin.paymentOptions({ market: 'CO' });",
	"const option = findByName(session.paymentOptions, 'Card');",
	'await payin.hybridPayment(session, option);',
];
const repeated = (name: string) =>
	`  /v2/${name} repeats an earlier call, and got its response: the story leaves it out.`;

test.each([
	['a key', { idempotency: { header: 'Idempotency-Key' } }, { 'Idempotency-Key': 'order-1' }],
	['a reference', { reference: { duplicate: 'replay' } }, {}],
])('a retry that %s marks is the same payment', async (_, settings, headers) => {
	const sandbox = await startSandbox({ settings });
	const lost = { 'X-Sandbox-Fault': 'status=503;phase=after' };
	await options(sandbox, {}, { ...headers, ...lost });
	await options(sandbox, {}, headers);
	const { body } = await options(sandbox, {}, headers);
	const chosen = optionOf(body, true);
	await choose(sandbox, chosen);
	await choose(sandbox, chosen);
	for (const { code, stdout, text, run } of await recordBoth(sandbox, body.sessionId)) {
		expect([code, run]).toEqual([0, cardRun]);
		expect(text).toContain("title: 'Recorded: a payment in CO'");
		expect(stdout.split('\n')).toEqual(
			expect.arrayContaining(['payment-options', 'hybrid-payment'].map(repeated)),
		);
	}
});

test('the list of options is found in an envelope', async () => {
	const sandbox = await startSandbox({ settings: { drift: { envelopeOnOptions: true } } });
	const { body } = await options(sandbox);
	await choose(sandbox, optionOf(body.result, true));
	for (const { code, stderr, run } of await recordBoth(sandbox, body.result.sessionId)) {
		expect([code, stderr, run]).toEqual([0, '', cardRun]);
	}
});

test.each(['problem', 'envelope'] as const)(
	'errors with the status 200 (%s) are left out, and listed',
	async (format) => {
		const sandbox = await startSandbox({ settings: { errors: { httpMode: 'always200', format } } });
		await options(sandbox, { amount: -1 });
		const { body } = await options(sandbox);
		const chosen = optionOf(body, true);
		await choose(sandbox, { ...chosen, optionId: 'none' });
		await choose(sandbox, chosen);
		const [byId, byArchive] = await recordBoth(sandbox, body.sessionId);
		expect([byId?.run, byArchive?.run]).toEqual([cardRun, cardRun]);
		expect(byArchive?.stdout.split('\n').slice(2, -1)).toEqual(
			['payment-options', 'hybrid-payment'].map(
				(name) =>
					`  /v2/${name} has the status 200, and no result in its response: the story leaves it out.`,
			),
		);
	},
);

test('codes in lower case and the uuid of a bank become the documented values', async () => {
	const sandbox = await startSandbox({
		settings: { validation: { case: 'fold' }, ids: { acceptUuidAsOptionId: true } },
	});
	const { body } = await options(sandbox, { country: 'co', currency: ' cop' });
	const chosen = optionOf(body, false);
	const banks = await list(sandbox, chosen);
	const { uuid, name } = banks.body.result.options[1];
	await choose(sandbox, { ...chosen, optionId: uuid });
	for (const { code, stdout, run } of await recordBoth(sandbox, body.sessionId)) {
		expect([code, run.at(0), run.at(-1)]).toEqual([
			0,
			cardRun[0],
			`await payin.hybridPayment(session, option, findByName(banks, '${name}'));`,
		]);
		expect(stdout.split('\n').slice(2, -1)).toEqual([
			'  paymentOptions: country and currency are sent in upper case.',
			'  hybrid-payment: optionId is the uuid of a bank; the story sends its id.',
		]);
	}
});

test('attempts at the same time keep their cards', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: cards.challenge });
	await sandbox.act(sessionId, { action: 'submit', card: cards.approve });
	await sandbox.act(sessionId, { action: 'otp', otp: '4321' });
	await sandbox.act(sessionId, { action: 'otp', otp: '0000' });
	await sandbox.act(sessionId, { action: 'submit', card: cards.funds });
	await sandbox.act(sessionId, { action: 'submit', card: cards.approve });
	const { code, stderr, text } = await recordPayment(sandbox, sessionId);
	expect([code, stderr]).toEqual([0, '']);
	expect(text?.match(/(?<=(?:cards|challengeCodes)\.)\w+/g)).toEqual([
		'challenge',
		'fails',
		'funds',
		'approve',
	]);
});
