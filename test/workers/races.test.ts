/** A hundred calls at once, spread over four processes, do to a payment what they would do in one. */
import { expect, test } from 'vitest';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { approvedForm, openAt, postForm } from '../support/cashier.ts';
import { listBanks, post, reachCashier, send, startPayment } from '../support/sandbox.ts';
import { apart, atOnce, journalAt, startWorkers, workersOf } from '../support/workers.ts';

const paymentAt = async (url: string, id: string) =>
	(await send('GET', `${url}${controlPaths.payments}/${id}`)).body;
const statesOf = ({ timeline }: { timeline: { state: string }[] }) =>
	timeline.map(({ state }) => state);
const tally = (answers: readonly { status: number }[]) => {
	const told = answers.map(({ status }) => status);
	return Object.fromEntries(
		[...new Set(told)].map((one) => [one, told.filter((s) => s === one).length]),
	);
};

test('a hundred hybrid-payments of one session are one choice', async () => {
	const { url } = await startWorkers(4);
	const { sessionId, transactionId, cardId, bankId } = await startPayment(url);
	const [bank] = await listBanks(url, sessionId, bankId);
	const card = { sessionId, paymentOptionId: cardId };
	const same = await atOnce(100, () => post(url + servicePaths.hybridPayment, card, apart));
	expect(tally(same)).toEqual({ 200: 100 });
	expect(new Set(same.map(({ body }) => body.result.transactionId))).toEqual(
		new Set([transactionId]),
	);
	expect(statesOf(await paymentAt(url, sessionId))).toEqual(['created', 'redirected', 'expired']);
	const { entries } = await journalAt(url, '?endpoint=hybridPayment&limit=1000');
	expect(entries).toHaveLength(100);
	expect(workersOf(entries)).toEqual([1, 2, 3, 4]);

	await send('PUT', url + controlPaths.settings, { hybrid: { repeat: 'reject' } });
	const other = await startPayment(url);
	const choices = [
		{ sessionId: other.sessionId, paymentOptionId: other.cardId },
		{ sessionId: other.sessionId, paymentOptionId: other.bankId, optionId: bank?.id },
	];
	const mixed = await atOnce(100, (index) =>
		post(url + servicePaths.hybridPayment, choices[index % 2], apart),
	);
	expect(tally(mixed)).toEqual({ 200: 1, 409: 99 });
	const taken = mixed.findIndex(({ status }) => status === 200);
	const { option, timeline } = await paymentAt(url, other.sessionId);
	expect(option.id).toBe(choices[taken % 2]?.paymentOptionId);
	expect(statesOf({ timeline })).toEqual(['created', 'redirected', 'expired']);
});

test('a hundred submits, by form and by act, are one attempt and one timeline', async () => {
	const { url } = await startWorkers(4, { args: ['--clock', 'manual'] });
	const { sessionId, page } = await reachCashier(url, 'card');
	const { token } = await openAt(page);
	const form = { ...approvedForm, token };
	const pages = await atOnce(100, () => postForm(page, form, apart));
	expect(tally(pages)).toEqual({ 303: 100 });
	const wanted = ['created', 'redirected', 'opened', 'processing', 'confirmed'];
	const byForm = await paymentAt(url, sessionId);
	expect(byForm.attempts).toHaveLength(1);
	expect(statesOf(byForm)).toEqual(wanted);
	expect(workersOf((await journalAt(url, '?status=303&limit=1000')).entries)).toEqual([1, 2, 3, 4]);

	const acted = await reachCashier(url, 'card');
	const act = `${url}${controlPaths.payments}/${acted.sessionId}/act`;
	const acts = await atOnce(100, () => post(act, { action: 'submit' }, apart));
	expect(tally(acts)).toEqual({ 200: 1, 409: 99 });
	const byAct = await paymentAt(url, acted.sessionId);
	expect(byAct.attempts).toHaveLength(1);
	expect(statesOf(byAct)).toEqual(wanted);
});
