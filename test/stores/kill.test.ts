/** The process is killed at any moment: every answered call is stored afterwards. */
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { drawOf } from '../../simulator/runtime/chance.ts';
import { campaign, noteFigure } from '../support/campaign.ts';
import { startServe, temporaryFolder } from '../support/command.ts';
import { post, send } from '../support/sandbox.ts';

const kills = campaign({ sample: 1, full: 200 });
const streams = 4;

/** The last answered call of a payment, in order. */
type Answered = 'created' | 'redirected' | 'submitted';
const notBefore: Record<Answered, readonly string[]> = {
	// The interrupted call may have been committed or not.
	created: ['created', 'redirected'],
	redirected: ['redirected', 'processing', 'confirmed'],
	// The delay ends before the next process responds: no process had to run for it.
	submitted: ['confirmed'],
};

interface Fact {
	latest: Answered;
	transactionId: string;
}

/** Makes one payment after the other, until the server is killed. */
async function takePayments(url: string, facts: Map<string, Fact>, answered: () => void) {
	for (;;) {
		const { body } = await post(url + servicePaths.paymentOptions, paymentOptionsExample);
		const { sessionId, transactionId, paymentOptions } = body;
		const record = (latest: Answered) => {
			facts.set(sessionId, { latest, transactionId });
			answered();
		};
		record('created');
		const card = paymentOptions.find(({ name }: { name: string }) => name === 'Card');
		const choice = { sessionId, paymentOptionId: card.paymentOptionId };
		const chosen = await post(url + servicePaths.hybridPayment, choice);
		expect(chosen.status).toBe(200);
		record('redirected');
		const act = `${url}${controlPaths.payments}/${sessionId}/act`;
		expect((await post(act, { action: 'submit' })).status).toBe(200);
		record('submitted');
	}
}

test(`killed ${kills} times, no answered call is lost`, async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	// Five seconds of processing take a quarter of a second of wall time, less than a start.
	const start = () => startServe(['--store', store, '--clock', 'scaled:20']);
	let server = await start();
	let live = 0;
	for (let round = 0; round < kills; round += 1) {
		const facts = new Map<string, Fact>();
		const { url, child } = server;
		let left = 5 + Math.floor(drawOf(`kill ${round}`) * 80);
		const gone = once(child, 'close');
		const answered = () => {
			left -= 1;
			if (left === 0) child.kill('SIGKILL');
		};
		const cut = Array.from({ length: streams }, () =>
			takePayments(url, facts, answered).catch((error: unknown) => error),
		);
		for (const error of await Promise.all(cut)) expect(error).toBeInstanceOf(TypeError);
		await gone;

		server = await start();
		for (const [sessionId, { latest, transactionId }] of facts) {
			const { status, body } = await send(
				'GET',
				`${server.url}${controlPaths.payments}/${sessionId}`,
			);
			expect({ status, id: body.transactionId }).toEqual({ status: 200, id: transactionId });
			expect(notBefore[latest]).toContain(body.state);
		}
		const { body } = await send('GET', `${server.url}${controlPaths.health}`);
		expect(body.payments.live).toBeGreaterThanOrEqual(live + facts.size);
		live = body.payments.live;
	}
	noteFigure(`${kills} kills with ${live} payments, no answered call was lost`);
}, 900_000);
