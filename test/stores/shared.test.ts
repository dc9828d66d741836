/** Two instances, each in its own process, over one Redis. */
import { describe, expect, test } from 'vitest';
import { stories } from '../../scenarios/stories.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { campaign } from '../support/campaign.ts';
import { approvedForm, openAt, postForm } from '../support/cashier.ts';
import { startServe } from '../support/command.ts';
import { inWords, readEvents } from '../support/event-reader.ts';
import { listen } from '../support/events.ts';
import { run } from '../support/merchant-run.ts';
import { closeSideAfter } from '../support/raw.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { sample, sampled } from '../support/sample.ts';
import { listBanks, post, reachCashier, send, startPayment } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';

const count = campaign({ sample: 20, full: 100 });

const atOnce = <T>(make: (index: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function startServers() {
	const flags = ['--store', (await startRedis()).url];
	return Promise.all([startServe(flags), startServe(flags)]);
}

describe.skipIf(redisProgram === null)('over Redis', () => {
	const servers = useShared(() => startServers());

	async function setup() {
		const [one, other] = servers();
		await post(one.url + controlPaths.reset);
		const urls = [one.url, other.url] as const;
		const paymentAt = async (url: string, id: string) =>
			(await send('GET', `${url}${controlPaths.payments}/${id}`)).body;
		return { one, other, urlOf: (index: number) => urls[index % 2] ?? '', paymentAt };
	}

	test('a client that has closed its side gets the response for which it waits', async () => {
		const { one } = await setup();
		const body = JSON.stringify(paymentOptionsExample);
		const head = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
		for (let call = 0; call < 5; call += 1)
			expect(await closeSideAfter(one.url, head + body)).toEqual([200]);
	});

	test('a reset by another instance comes after a gap: it may have deleted states that were not sent', async () => {
		const { one, other } = await setup();
		const stream = await readEvents(one.url);
		await startPayment(other.url);
		await post(other.url + controlPaths.advance, { by: '1h' });
		await post(other.url + controlPaths.reset);
		const found = await stream.until(({ event }) => event === 'reset');
		expect(found.map(({ event }) => event).slice(-2)).toEqual(['gap', 'reset']);
	});

	test.each(['manual', 'real'])(
		'what became due of payments of another instance is sent before a newer payment (%s clock)',
		async (mode) => {
			const { one, other } = await setup();
			const [there, here] = [one, other].map(({ url }) => `${url}/w/${mode}`) as [string, string];
			const processing = { default: { fixed: mode === 'manual' ? '5s' : '50ms' } };
			await send('PUT', there + controlPaths.settings, { processing });
			await send('PUT', there + controlPaths.clock, { mode });
			const stream = await readEvents(here);
			const seen: string[][] = [];
			for (let round = 0; round < 5; round += 1) {
				const { sessionId } = await reachCashier(there, 'card');
				const payment = `${there}${controlPaths.payments}/${sessionId}`;
				await post(`${payment}/act`, { action: 'submit' });
				if (mode === 'manual') await post(there + controlPaths.advance, { by: '5s' });
				else await send('GET', `${payment}?until=confirmed&timeout=60s`);
				await startPayment(here);
				const found = await stream.until(({ event }) => event === 'call');
				seen.push(found.filter(({ event }) => event !== 'clock').map(inWords));
				const clocks = found.flatMap(({ event }, index) => (event === 'clock' ? [index] : []));
				expect(clocks).toEqual(mode === 'manual' ? [1] : []);
			}
			const inOrder = [
				'transition processing → confirmed',
				'payment created',
				'call paymentOptions 200',
			];
			expect(seen).toEqual(Array(5).fill(inOrder));
		},
	);

	test(`${count} hybrid-payments of one session are one choice`, async () => {
		const { one, other, urlOf, paymentAt } = await setup();
		const { sessionId, transactionId, cardId } = await startPayment(one.url);
		const answers = await atOnce((index) =>
			post(urlOf(index) + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId }),
		);
		for (const { status, body } of answers) {
			expect({ status, id: body.result?.transactionId }).toEqual({
				status: 200,
				id: transactionId,
			});
		}
		const { timeline, option } = await paymentAt(other.url, sessionId);
		expect(option.name).toBe('Card');
		expect(timeline.map(({ state }: { state: string }) => state)).toEqual([
			'created',
			'redirected',
			'expired',
		]);
	});

	test('an event stream at one instance shows changes made at the other', async () => {
		const { one, other } = await setup();
		const { page, sessionId } = await reachCashier(one.url, 'card');
		const stream = await listen(page.replace(one.url, other.url));
		const seen = [(await stream.next())?.state];
		for (const action of ['submit', 'confirm']) {
			await post(`${one.url}${controlPaths.payments}/${sessionId}/act`, { action });
			seen.push((await stream.next())?.state);
		}
		expect(seen).toEqual(['redirected', 'processing', 'confirmed']);
	});

	test(`of ${count} different choices the accepted one is the stored one`, async () => {
		const { one, other, urlOf, paymentAt } = await setup();
		await send('PUT', `${one.url}${controlPaths.settings}`, { hybrid: { repeat: 'reject' } });
		const { sessionId, cardId, bankId } = await startPayment(one.url);
		const [bank] = await listBanks(one.url, sessionId, bankId);
		const choices = [
			{ sessionId, paymentOptionId: cardId },
			{ sessionId, paymentOptionId: bankId, optionId: bank?.id },
		];
		// Each instance receives both choices.
		const choiceOf = (index: number) => choices[(index >> 1) % 2];
		const answers = await atOnce((index) =>
			post(urlOf(index) + servicePaths.hybridPayment, choiceOf(index)),
		);
		const statuses = answers.map(({ status }) => status);
		expect([...statuses].sort()).toEqual([200, ...Array(count - 1).fill(409)]);
		for (const { url } of [one, other]) {
			const { option, timeline } = await paymentAt(url, sessionId);
			expect(option.id).toBe(choiceOf(statuses.indexOf(200))?.paymentOptionId);
			expect(timeline).toHaveLength(3);
		}
	});

	test(`${count} submits of one card form are one attempt, and one timeline for both`, async () => {
		const { one, other, urlOf, paymentAt } = await setup();
		const { sessionId, page } = await reachCashier(one.url, 'card');
		const { token } = await openAt(page);
		const path = page.slice(one.url.length);
		const pages = await atOnce((index) =>
			postForm(urlOf(index) + path, { ...approvedForm, token }),
		);
		expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([303]));
		const payment = await paymentAt(one.url, sessionId);
		expect(payment.attempts).toHaveLength(1);
		expect(payment.timeline.map(({ state }: { state: string }) => state)).toEqual([
			'created',
			'redirected',
			'opened',
			'processing',
			'confirmed',
		]);
		expect((await paymentAt(other.url, sessionId)).timeline).toEqual(payment.timeline);
	});

	test('an idempotency key is one payment at both instances', async () => {
		const { one, urlOf } = await setup();
		await send('PUT', `${one.url}${controlPaths.settings}`, {
			idempotency: { header: 'Idempotency-Key' },
		});
		const answers = await atOnce((index) =>
			post(urlOf(index) + servicePaths.paymentOptions, paymentOptionsExample, {
				'Idempotency-Key': 'k',
			}),
		);
		const ids = new Set(answers.map(({ body }) => body.transactionId));
		expect([...ids]).toHaveLength(1);
	});

	test('both instances have the same clock, settings and workspaces', async () => {
		const { one, other, paymentAt } = await setup();
		const team = (url: string) => `${url}/w/team`;
		await send('PUT', `${team(one.url)}${controlPaths.clock}`, { mode: 'manual' });
		await send('PUT', `${team(one.url)}${controlPaths.settings}`, { defaultOutcome: 'FUNDS' });
		const { sessionId } = await reachCashier(team(one.url), 'card');
		const acted = await post(`${team(other.url)}${controlPaths.payments}/${sessionId}/act`, {
			action: 'submit',
		});
		expect(acted.body).toMatchObject({ state: 'processing', fate: { outcome: 'FUNDS' } });
		const advanced = await post(`${team(other.url)}${controlPaths.advance}`, { by: '10s' });
		expect(advanced.body).toMatchObject({ total: 1 });
		expect((await paymentAt(team(one.url), sessionId)).state).toBe('declined');
	});

	test('the journal of each instance shows its own calls and its name, and its limit applies at both', async () => {
		const [one, other] = await startServers();
		const { transactionId } = await startPayment(one.url);
		const { sessionId } = await startPayment(other.url);
		const seenAt = async ({ url }: { url: string }) => {
			const { body: health } = await send('GET', url + controlPaths.health);
			const { body: journal } = await send('GET', url + controlPaths.journal);
			expect(health.instance).toMatch(new RegExp(`^[^:]+:${new URL(url).port}$`));
			expect(journal.instance).toBe(health.instance);
			expect(health.payments.live).toBe(2);
			return journal.entries.map((entry: { transactionId: string }) => entry.transactionId);
		};
		const { body: second } = await send('GET', `${one.url}${controlPaths.payments}/${sessionId}`);
		expect(await seenAt(one)).toEqual([transactionId]);
		expect(await seenAt(other)).toEqual([second.transactionId]);
		for (let calls = 0; calls < 2; calls += 1) await startPayment(other.url);
		const entries = async () =>
			(await send('GET', `${other.url}${controlPaths.journal}`)).body.entries.length;
		expect(await entries()).toBe(3);
		await send('PUT', `${one.url}${controlPaths.settings}`, { limits: { journalEntries: 2 } });
		expect(await entries()).toBe(2);
	});

	test('findings are incomplete if the other instance answered a call, also when a fault broke one here', async () => {
		const { one, other } = await setup();
		await startPayment(one.url);
		const { sessionId, cardId } = await startPayment(other.url);
		for (const headers of [{ 'X-Sandbox-Fault': 'status=503' }, {}]) {
			const body = { sessionId, paymentOptionId: cardId };
			await post(one.url + servicePaths.hybridPayment, body, headers);
		}
		for (const { url } of [one, other]) {
			expect((await send('GET', url + controlPaths.findings)).body.complete).toBe(false);
		}
	});

	test('a payment that was used at the other instance is not created twice by a new attempt', async () => {
		const { one, other } = await setup();
		const codesAt = async ({ url }: typeof one) =>
			(await send('GET', url + controlPaths.findings)).body.findings.map(
				({ code }: { code: string }) => code,
			);
		const { sessionId, cardId } = await startPayment(one.url);
		const choose = () =>
			post(other.url + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId });
		expect((await choose()).status).toBe(200);
		await startPayment(one.url);
		expect(await codesAt(one)).not.toContain('payment_created_twice');
		await startPayment(one.url);
		expect(await codesAt(one)).toContain('payment_created_twice');
	});

	test('a waiting call at one instance returns after a change at the other', async () => {
		const { one, other } = await setup();
		await send('PUT', `${one.url}${controlPaths.clock}`, { mode: 'manual' });
		const { sessionId } = await reachCashier(one.url, 'card');
		const payment = `${controlPaths.payments}/${sessionId}`;
		const waited = send('GET', `${one.url}${payment}?until=cancelled&timeout=60s`);
		await post(`${other.url}${payment}/act`, { action: 'cancel' });
		expect((await waited).body.state).toBe('cancelled');
	});

	test(`the scenarios for CI pass at two instances of one Redis at the same time (${sampled(3)})`, async () => {
		const { one, other } = await setup();
		const names = sample(stories, 2, 3).map(({ name }) => name);
		const replay = async (target: string) => {
			await send('PUT', target + controlPaths.clock, { mode: 'manual' });
			const { scenarios, exitCode } = await run(undefined, names, { target, jobs: 4 });
			const failed = scenarios.filter(({ status }) => status !== 'passed');
			return { exitCode, failed: failed.map(({ name, failure }) => [name, failure?.message]) };
		};
		// Each replay has a workspace of its own, because it moves the clock.
		const runs = await Promise.all([replay(`${one.url}/w/a`), replay(`${other.url}/w/b`)]);
		expect(runs).toEqual(Array(2).fill({ exitCode: 0, failed: [] }));
	});
});
