/** The personal data that payments leave in logs, records, files and memory (P17, P18, P20). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { cards, testCards } from '../../simulator/contract/test-values.ts';
import { full } from '../support/campaign.ts';
import { approvedForm, openAt, postForm } from '../support/cashier.ts';
import { startServe, temporaryFolder } from '../support/command.ts';
import { textsInHeap } from '../support/heap.ts';
import { reachOption } from '../support/options.ts';
import { post, reachCashier, send } from '../support/sandbox.ts';

/** Passes every check of a card number and is not a test card: it could be a real one. */
const unlisted = '4929420573595709';
/** Four digits, as on an American Express card. The last three, of other cards, are not how a number is written. */
const code = '8017';
const codeOf = (number: string) => (number.length === 15 ? code : code.slice(1));

const shopper = {
	name: 'Zoraida Quillfeather',
	email: 'zoraida.q@mail.example',
	phone: '+573005550199',
};
/** Typed into forms only, in no request. */
const payer = { name: 'Xanthe Yborra', email: 'xanthe.y@mail.example', phone: '+66812345901' };
const document = 'ZQ998877';
const { name, email, phone } = shopper;
const customer = { ...paymentOptionsExample.customer, name, email, phone };

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Types the unlisted card everywhere, which is refused, and then pays by a test card. */
async function payByCard(url: string, number: string, index: number) {
	const { page, sessionId } = await reachCashier(url, 'card', { customer });
	const { token } = await openAt(page);
	const card = { ...approvedForm, token, document, cardcvv: code };
	for (const cardnum of [unlisted, grouped(unlisted), `${unlisted}0`]) {
		expect((await postForm(page, { ...card, cardnum })).status).toBe(400);
	}
	expect((await postForm(page, { ...card, cardholder: unlisted })).status).toBe(400);
	const act = `${url}${controlPaths.payments}/${sessionId}/act`;
	const acted = await post(act, { action: 'submit', card: unlisted, cvv: code });
	expect(acted.status).toBe(400);
	// Half of the cards are paid by form, half by `act`.
	const cvv = codeOf(number);
	const taken =
		index % 2 === 0
			? await postForm(page, { ...card, cardnum: grouped(number), cardcvv: cvv })
			: await post(act, { action: 'submit', card: number, cvv });
	expect(taken.status).toBeLessThan(400);
	const challenge = (await openAt(page)).token;
	if (challenge !== '') await postForm(page, { action: 'otp', token: challenge, otp: code });
	return sessionId;
}

async function payAtBank(url: string) {
	const { page, sessionId } = await reachCashier(url, 'bank', { customer });
	const { token } = await openAt(page);
	const typed = { action: 'submit', token, document, documentType: 'PASS' };
	expect((await postForm(page, { ...typed, personType: 'robot' })).status).toBe(400);
	expect((await postForm(page, typed)).status).toBe(303);
	return sessionId;
}

async function payByTransfer(url: string) {
	const { page, sessionId } = await reachOption(url, ['TH', 'PromptPay'], { customer });
	const { token } = await openAt(page);
	const typed = { action: 'submit', token, ...payer };
	expect((await postForm(page, { ...typed, email: 'none' })).status).toBe(400);
	expect((await postForm(page, typed)).status).toBe(303);
	return sessionId;
}

/** The card as the id of a session, which a fault rule counts, and as the name of a workspace. */
async function sendInOtherPlaces(url: string) {
	const rule = {
		id: 'counted',
		match: {},
		fault: { kind: 'status', status: 503 },
		probability: 0.5,
	};
	expect((await post(url + controlPaths.faults, rule)).status).toBe(201);
	for (const sessionId of [unlisted, `${unlisted}-${'0'.repeat(90_000)}`]) {
		await post(url + servicePaths.hybridPayment, { sessionId, paymentOptionId: sessionId });
	}
	await send('GET', `${url}/pay?sessionId=${unlisted}`);
	const named = { 'X-Sandbox-Workspace': unlisted };
	for (const { status } of [
		await send('GET', `${url}/w/${unlisted}/pay`),
		await post(`${url}/w/${unlisted}${servicePaths.paymentOptions}`, paymentOptionsExample),
		await post(url + servicePaths.paymentOptions, paymentOptionsExample, named),
		await send('PUT', `${url}${controlPaths.workspaces}/${unlisted}`, {}),
	]) {
		expect(status).toBe(400);
	}
	// The name of a workspace is a part of the URL.
	await send('GET', `${url}/w/a-name-of-many-characters/pay?card=${unlisted}`);
}

/** Two lengths of numbers, and two that ask for a code: one of each is paid by form, the other by `act`. */
const fewCards: readonly string[] = [
	cards.approve,
	'378282246310005',
	cards.challenge,
	cards.challengeThenDecline,
];
const paidCards = full ? testCards : testCards.filter(({ number }) => fewCards.includes(number));

const filesIn = (folder: string, pattern: RegExp) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => pattern.test(file))
		.map((file) => join(folder, file));

/** Payments by every test card, a bank and a transfer, on a new server. */
async function playAll(args: readonly string[], env: Record<string, string> = {}) {
	const server = await startServe(args, env);
	const { url } = server;
	const sessions = [await payAtBank(url), await payByTransfer(url)];
	for (const [index, { number }] of paidCards.entries()) {
		sessions.push(await payByCard(url, number, index));
	}
	return { ...server, sessions };
}

const typed = [document, ...Object.values(payer)];
const numbers = [unlisted, ...testCards.map(({ number }) => number)];

/** No card number in any grouping, and no code. */
function expectNoCard(text: string) {
	const digits = text.replace(/[\s-]/g, '');
	expect(numbers.filter((number) => digits.includes(number))).toEqual([]);
	const codes = new RegExp(`"?(cardcvv|cvv)"?[=:]"?\\d|["=]${code}\\b`, 'g');
	expect(text.match(codes)).toBeNull();
}

test('logs, records and the store file contain no card, and logs no shopper', async () => {
	const folder = temporaryFolder();
	const store = `file:${join(folder, 'payments')}`;
	const { url, output, sessions } = await playAll(['--store', store, '--log', 'line']);
	const { stdout, stderr } = output();
	const log = stdout + stderr;
	const shown = [controlPaths.payments, controlPaths.journal].map((path) =>
		send('GET', `${url}${path}?limit=1000`),
	);
	const [payments = '', journal = ''] = (await Promise.all(shown)).map(({ body }) =>
		JSON.stringify(body),
	);
	const files = filesIn(folder, /payments/).map((file) => readFileSync(file, 'latin1'));
	for (const text of [log, payments, journal, ...files]) expectNoCard(text);
	const personal = [...Object.values(shopper), ...typed, ...sessions];
	expect(personal.filter((text) => log.includes(text))).toEqual([]);
	const kept = [payments, journal, ...files].join('\n');
	expect(typed.filter((text) => kept.includes(text))).toEqual([]);
	// The search finds what they do contain.
	expect(payments).toContain('424242******4242');
	expect(journal).toContain(shopper.email);
	expect(files.some((text) => text.includes(sessions[0] ?? ''))).toBe(true);
	expect(log).toContain('POST /pay');
});

test('the heap contains no card and no payer details once the requests are done', async () => {
	const folder = temporaryFolder();
	const { NODE_OPTIONS = '' } = process.env;
	const flags = `${NODE_OPTIONS} --heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`;
	const { url, child } = await playAll([], { NODE_OPTIONS: flags });
	await sendInOtherPlaces(url);
	child.kill('SIGUSR2');
	const snapshots = () => filesIn(folder, /\.heapsnapshot$/);
	await expect.poll(snapshots, { timeout: 60_000 }).toHaveLength(1);
	// Node writes the snapshot synchronously: the file is complete when the server answers again.
	await send('GET', url + controlPaths.health);
	const texts = textsInHeap(snapshots()[0] ?? '');
	const codes = [code, code.slice(1)];
	const traces = [unlisted, grouped(unlisted), ...typed, ...codes.map((digits) => `=${digits}`)];
	const left = texts.filter(
		(text) => codes.includes(text) || traces.some((trace) => text.includes(trace)),
	);
	expect(left).toEqual([]);
	expect(texts).toContain(shopper.name);
});
