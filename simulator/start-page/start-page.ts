/** The handlers of the start page. It shows what is running, and its form makes a payment. */
import type { MarketPack } from '../catalog/market.ts';
import { markets } from '../catalog/markets.ts';
import type { Market } from '../contract/market-samples.ts';
import { marketSamples } from '../contract/market-samples.ts';
import type { Settings } from '../contract/settings.ts';
import { decimalsOfCurrency } from '../domain/money.ts';
import { createHmacToken } from '../runtime/chance.ts';
import type { Store } from '../state/store.ts';
import { baseUrlOf } from '../wire/base-url.ts';
import type { Call, Route, RouteResult } from '../wire/call.ts';
import { htmlReply } from '../wire/call.ts';
import { consoleSentenceOf, problemOf } from '../wire/problem.ts';
import { clockModeText, viewClock } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { hasExpired, nowIn } from '../workspaces/record.ts';
import type { MakePaymentDeps } from './make-payment.ts';
import { amountError, apiErrorOfResult, makePayment } from './make-payment.ts';
import { lockedStartPageHtml, startPageHtml } from './view.ts';

export interface StartPageDeps extends MakePaymentDeps {
	store: Store;
	wallNow(): number;
	version: string;
	/** Where payments are stored, in words. */
	storeText: string;
	/** The configured base address, for links; null if there is none. */
	publicUrl: string | null;
	/** The token of the control API; null if it needs none. */
	controlToken: string | null;
	/** Returns shell commands for a first payment at this base address, without the token. */
	guide(base: string, settings: Pick<Settings, 'versions'>): string;
}

export function showStartPage(deps: StartPageDeps): Route {
	return async (call) => {
		if (deps.controlToken !== null)
			return htmlReply(
				lockedStartPageHtml(deps.guide(baseUrlOf(deps.publicUrl, call), call.settings)),
			);
		const market = offered(call).find(({ country }) => country === call.query.market);
		return htmlReply(await pageText(deps, call, { market, amount: null, error: null }));
	};
}

/** Handles the form: leads to the cashier page of the new payment, or shows the start page with the error. */
export function handlePaymentForm(deps: StartPageDeps): Route {
	return async (call) => {
		const form = textsIn(call.body);
		const market = offered(call).find(({ country }) => country === form.market);
		const made = await answerForm(deps, call, form, market);
		const refusal = apiErrorOfResult(made);
		if (!refusal) return made;
		const { requestId } = call;
		const problem = problemOf(refusal, { requestId, isService: false, assumptions: [] });
		// Leave out the `fix` of a field: it is an example for the API, not for this market.
		const error = problem.errors ? problem.detail : `${problem.detail} ${problem.fix}`;
		const text = await pageText(deps, call, { market, amount: form.amount ?? null, error });
		const reply = htmlReply(text, { assumptions: [], problem: problem.code }, problem.status);
		return { ...reply, refusal: consoleSentenceOf(refusal, problem) };
	};
}

type Form = ReturnType<typeof textsIn>;

async function answerForm(
	deps: StartPageDeps,
	call: Call,
	form: Form,
	market: MarketPack | undefined,
): Promise<RouteResult> {
	const record = await deps.store.workspaceRecord(call.workspace);
	if (form.token !== tokenOf(record)) return { code: 'form_token_invalid' };
	if (!market) {
		const known = offered(call).map(({ country }) => country);
		return { code: 'unknown_market', market: form.market ?? '', known };
	}
	const typed = form.amount?.trim() ?? '';
	const amount = Number(typed || Number.NaN);
	// In many of the markets, the point of 150.000 separates thousands.
	const decimals = decimalsOfCurrency(market.currency, call.settings.amount.decimals);
	if (!Number.isFinite(amount) || (decimals < 3 && /\.\d{3}$/.test(typed))) {
		return amountError(`must be a number in digits, such as ${sampleAmount(market)} or 59.9`);
	}
	const payer = { seed: record.seed, index: await livePayments(deps, call.workspace) };
	const redirectUrl = `${baseUrlOf(deps.publicUrl, call)}/`;
	return makePayment(deps, call, { amount, option: form.option, market, payer, redirectUrl });
}

async function pageText(
	deps: StartPageDeps,
	call: Call,
	form: { market: MarketPack | undefined; amount: string | null; error: string | null },
): Promise<string> {
	const { store, wallNow, version, storeText } = deps;
	const record = await store.workspaceRecord(call.workspace);
	const wallMs = wallNow();
	const { mode, scale, now } = viewClock(record.clock, wallMs);
	const anyPayment = { reference: null, accepts: () => true, after: null };
	const payments = await store.list(call.workspace, { ...anyPayment, limit: shownPayments });
	const known = offered(call);
	const market = form.market ?? known[0];
	return startPageHtml({
		...form,
		markets: known,
		market,
		amount: form.amount ?? sampleAmount(market),
		token: tokenOf(record),
		payments: payments ?? [],
		now: nowIn(record, wallMs),
		hasFaults: record.settings.inForce.faults.some(
			(rule) => rule.enabled && !hasExpired(record, rule, wallMs),
		),
		facts: {
			'Base address': baseUrlOf(deps.publicUrl, call),
			Version: version,
			Workspace: call.workspace,
			Profile: record.settings.profile,
			Seed: record.seed,
			Clock: `${clockModeText({ mode, scale })}, ${now.slice(0, 19).replace('T', ' ')} UTC`,
			Store: storeText,
			Payments: await livePayments(deps, call.workspace),
		},
	});
}

function sampleAmount(market: MarketPack | undefined): string {
	return String(marketSamples[market?.country as Market]?.amount ?? '');
}

const shownPayments = 5;

/** Returns the markets that the workspace's settings offer. */
function offered({ settings: { catalog } }: Call): readonly MarketPack[] {
	const { packs } = catalog;
	return packs === 'all' ? markets : markets.filter(({ country }) => packs.includes(country));
}

async function livePayments({ store }: StartPageDeps, workspace: string): Promise<number> {
	return (await store.workspace(workspace))?.live ?? 0;
}

/** The token of the form. It proves that the form comes from this page, which pages of other origins cannot read. */
function tokenOf({ secret }: WorkspaceRecord): string {
	return createHmacToken(secret, 'start page');
}

/** Returns the fields of the form as texts. A field that was sent twice is left out. */
function textsIn(
	body: unknown,
): Record<'token' | 'market' | 'amount' | 'option', string | undefined> {
	const fields = new Map(Object.entries(body ?? {}));
	const text = (name: string) => {
		const value: unknown = fields.get(name);
		return typeof value === 'string' ? value : undefined;
	};
	return {
		token: text('token'),
		market: text('market'),
		amount: text('amount'),
		option: text('option'),
	};
}
