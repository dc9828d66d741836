/** What the control API refuses, and what it then says. */
import { expect, test } from 'vitest';
import { actions } from '../simulator/contract/control.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { options } from './support/calls.ts';
import { campaign } from './support/campaign.ts';
import { sample, sampled } from './support/sample.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

test.each([
	[{ action: 'submit', outcome: 'DECLINE' }, 'outcome is not known here.'],
	[{ action: 'submit', crad: '4242424242424242' }, 'crad is not known here (did you mean card?).'],
	[
		{ action: 'steer', outcom: 'HOLD', outcome: 'HOLD' },
		'outcom is not known here (did you mean outcome?).',
	],
	[{ action: 'cancel', card: '4242424242424242' }, 'card is not known here.'],
	[{ action: 'sumbit' }, 'action must be one of open, submit, '],
])('act %j is refused by what that action takes', async (body, detail) => {
	const { url } = await startSandbox();
	const { status, body: problem } = await post(`${url}/_sandbox/payments/x/act`, body);
	expect([status, problem.code]).toEqual([400, 'invalid_body']);
	expect(problem.detail).toContain(detail);
});

test.each([
	[{ limits: { rate: { rps: 0, burst: 1 } } }, 'limits.rate.rps must be 0.001 or more.'],
	[{ cashier: { languages: [] } }, 'cashier.languages must name at least one language.'],
	[{ session: { ttl: 1e99 } }, 'session.ttl must be at most "36500d".'],
])('the settings %j have one error for the field', async (settings, detail) => {
	const { url } = await startSandbox();
	const { body } = await send('PUT', `${url}/_sandbox/settings`, settings);
	expect(body.errors.map((error: { detail: string }) => error.detail)).toEqual([detail]);
});

test('a name that is not known is suggested, and of very many the first ones only', async () => {
	const { url } = await startSandbox();
	const names = Array.from({ length: 300 }, (_, index) => `sesion${index}`);
	const settings = Object.fromEntries(['sesion', ...names].map((name) => [name, 1]));
	const { status, body } = await send('PUT', `${url}/_sandbox/settings`, settings);
	expect([status, body.errors[0]?.detail]).toEqual([
		400,
		'sesion is not known here (did you mean session?).',
	]);
});

const waiting = campaign({ sample: 400, full: 1_500 });

test(`${waiting} calls that wait for a payment are all answered when it changes`, async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const address = `${sandbox.url}/_sandbox/payments/${sessionId}?until=cancelled&timeout=1m`;
	const waits = Array.from({ length: waiting }, () => send('GET', address));
	await expect.poll(sandbox.callsInFlight, { timeout: 20_000 }).toBe(waiting);
	await sandbox.act(sessionId, { action: 'cancel' });
	const reached = (await Promise.all(waits)).filter(({ body }) => body.reached === true);
	expect(reached).toHaveLength(waiting);
});

test('refuses what it would otherwise have to ignore', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const bank = await reachCashier(sandbox.url, 'bank');
	const payment = `${sandbox.url}/_sandbox/payments/${sessionId}`;
	const refusals = [
		[await send('PUT', `${sandbox.url}/_sandbox/clock`, { mode: 'real', scale: 50 }), 'mode'],
		[await send('PUT', `${sandbox.url}/_sandbox/clock`, { mode: 'scaled' }), 'scale'],
		[await send('GET', `${payment}?until=confirmed&timeout=6m`), 'timeout'],
		[
			await send('PUT', `${sandbox.url}/_sandbox/settings`, {
				processing: { options: { PSEE: 'none' } },
			}),
			'processing.options.PSEE',
		],
		[
			await send('PUT', `${sandbox.url}/_sandbox/settings`, {
				processing: { banks: { nope: 'none' } },
			}),
			'processing.banks.nope',
		],
		[await post(`${payment}/act`, { action: 'submit', card: '4111111111111111' }), 'card'],
		[await send('GET', `${sandbox.url}/_sandbox/payments?limit=1&limit=2`), 'limit'],
		[await send('GET', `${sandbox.url}/_sandbox/customers?seed=-1`), 'seed'],
		[await send('GET', `${sandbox.url}/_sandbox/customers?seed=4294967296`), 'seed'],
		[await send('PUT', `${sandbox.url}/_sandbox/workspaces/a`, { seed: 4294967296 }), 'seed'],
		[await post(`${payment}/act`, { action: 'submit', cvv: '1' }), 'cvv'],
		[
			await post(`${sandbox.url}/_sandbox/payments/${bank.sessionId}/act`, {
				action: 'submit',
				card: '4242424242424242',
			}),
			'card',
		],
	] as const;
	for (const [{ status, body }, param] of refusals) {
		expect([param, status, body.param]).toEqual([param, 400, param]);
		expect(body.detail).toContain(param);
	}
	const twice = await send('GET', `${sandbox.url}/_sandbox/payments?limit=1&limit=2`);
	expect(twice.body).toMatchObject({ detail: 'limit is sent more than once.' });
	const { body } = await send('GET', `${sandbox.url}/_sandbox/nothing`);
	expect(body.fix).toContain('/_sandbox/health');
	const root = await send('GET', `${sandbox.url}/_sandbox`);
	expect(root.body).toMatchObject({
		status: 404,
		fix: expect.not.stringMatching(/\/_sandbox[,.]/),
	});
});

/** The calls that `fix` lists, as events of a payment. */
const calls: Record<string, string> = {
	'payment-suboptions': 'list-suboptions',
	'hybrid-payment': 'choose',
	'hybrid-payment with the choice already made': 'repeat-choice',
};

type Prepare = (act: (body: object) => Promise<unknown>, sandbox: Sandbox) => Promise<unknown>;

/** How a payment with the choice of a card reaches a situation, and an action that is refused in it. */
const situations: Record<string, { refused: string; isChosen?: false; prepare: Prepare }> = {
	created: { refused: 'submit', isChosen: false, prepare: async () => {} },
	redirected: { refused: 'confirm', prepare: async () => {} },
	opened: { refused: 'confirm', prepare: (act) => act({ action: 'open' }) },
	challenged: {
		refused: 'confirm',
		prepare: (act) => act({ action: 'submit', holder: 'CHALLENGE' }),
	},
	processing: { refused: 'submit', prepare: (act) => act({ action: 'submit' }) },
	confirmed: {
		refused: 'submit',
		async prepare(act) {
			await act({ action: 'submit' });
			await act({ action: 'confirm' });
		},
	},
	'confirmed without a choice': {
		refused: 'submit',
		isChosen: false,
		async prepare(act) {
			await act({ action: 'expire' });
			await act({ action: 'confirm' });
		},
	},
	'declined, to be tried again': {
		refused: 'confirm',
		async prepare(act) {
			await act({ action: 'submit' });
			await act({ action: 'decline' });
		},
	},
	'declined for good': {
		refused: 'submit',
		async prepare(act) {
			await act({ action: 'submit' });
			await act({ action: 'decline', reason: 'fraudulent' });
		},
	},
	cancelled: { refused: 'submit', prepare: (act) => act({ action: 'cancel' }) },
	expired: { refused: 'submit', prepare: (act) => act({ action: 'expire' }) },
	'expired, to be confirmed late': {
		refused: 'submit',
		async prepare(act) {
			await act({ action: 'steer', outcome: 'LATE' });
			await act({ action: 'expire' });
		},
	},
};

const details: Record<string, object> = { otp: { otp: '1234' }, steer: { outcome: 'HOLD' } };

const seed = 8;
const refusals = Object.entries(situations).flatMap(([name, situation]) =>
	(['replace', 'same', 'reject'] as const).map((repeat) => [name, repeat, situation] as const),
);

test.each(sample(refusals, 9, seed))(
	`what a refusal lists for a payment that is %s is accepted, and nothing else is (hybrid.repeat %s; ${sampled(seed)})`,
	async (_name, repeat, { refused, isChosen = true, prepare }) => {
		const sandbox = await startSandbox({ settings: { hybrid: { repeat } } });
		const attempt = async (action: string) => {
			const payment = await startPayment(sandbox.url);
			const { sessionId, cardId, bankId } = payment;
			const service = (path: string, body: object) =>
				post(sandbox.url + path, { sessionId, ...body });
			const same = { paymentOptionId: cardId };
			if (isChosen) await service(servicePaths.hybridPayment, same);
			const act = (body: object) => post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, body);
			await prepare(act, sandbox);
			switch (action) {
				case 'list-suboptions':
					return service(servicePaths.paymentSuboptions, { paymentOptionId: bankId });
				case 'choose':
					return service(servicePaths.hybridPayment, {
						paymentOptionId: bankId,
						optionId: 'co-pse-01',
					});
				case 'repeat-choice':
					return service(servicePaths.hybridPayment, same);
				default:
					return act({ action, ...details[action] });
			}
		};
		const { status, body } = await attempt(refused);
		expect([status, body.code]).toEqual([409, 'not_allowed_in_state']);
		const listedIn = (kind: string) =>
			new RegExp(`Allowed ${kind}: ([^.]*)\\.`).exec(body.fix)?.[1]?.split(', ') ?? [];
		const allowedActions = listedIn('actions of act');
		expect(actions).toEqual(expect.arrayContaining(allowedActions));
		const listed = [...allowedActions, ...listedIn('calls').map((name) => calls[name])];
		const accepted: string[] = [];
		const known = ['list-suboptions', 'choose', ...(isChosen ? ['repeat-choice'] : []), ...actions];
		for (const action of known) {
			if ((await attempt(action)).status === 200) accepted.push(action);
		}
		// Where any choice is accepted, so is the one already made.
		const implied = listed.includes('choose') && isChosen ? ['repeat-choice'] : [];
		expect(accepted.sort()).toEqual([...listed, ...implied].sort());
	},
);

test('a wrong number of a fault rule is answered with an example', async () => {
	const { url } = await startSandbox();
	const rule = { fault: { kind: 'close' }, times: '1' };
	const { status, body } = await send('POST', `${url}/_sandbox/faults`, rule);
	expect([status, body.param, body.fix]).toEqual([400, 'times', 'Send, for example, times = 1.']);
});

test.each<[string, string, object | undefined, string]>([
	['DELETE', `${controlPaths.journal}?endpoint=paymentOptions`, undefined, 'endpoint'],
	['DELETE', `${controlPaths.faults}?id=f-1`, undefined, 'id'],
	['DELETE', controlPaths.faults, { id: 'f-1' }, 'id'],
	['POST', `${controlPaths.reset}?workspace=team-a`, undefined, 'workspace'],
	['POST', controlPaths.reset, { workspace: 'team-a' }, 'workspace'],
	['PUT', `${controlPaths.settings}?workspace=team-a`, {}, 'workspace'],
])('%s %s with %j is refused, because it would change more than meant', async (...row) => {
	const [method, path, body, param] = row;
	const sandbox = await startSandbox();
	await options(sandbox);
	const refused = await send(method, sandbox.url + path, body);
	expect(refused).toMatchObject({ status: 400, body: { param } });
	expect((await sandbox.journal()).entries).toHaveLength(1);
	expect(await sandbox.payments()).toHaveLength(1);
});
