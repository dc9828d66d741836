/** The routes of the control API under `/_sandbox`. They have no latency and no drift. */
import type { RequestHandler } from 'express';
import { Router } from 'express';
import { z } from 'zod';
import type { PaymentList } from '../contract/control.ts';
import type { GapList } from '../contract/gaps/ledger.ts';
import { controlPaths } from '../contract/routes.ts';
import { showMetrics } from '../observe/metrics.ts';
import { streamWorkspace } from '../observe/workspace-stream.ts';
import { preferredType } from '../wire/accept.ts';
import { optionalJsonBody } from '../wire/body-handlers.ts';
import type { Call, Route } from '../wire/call.ts';
import { htmlReply } from '../wire/call.ts';
import { methodNotAllowed } from '../wire/fallback-handlers.ts';
import { validateBody, validateQuery } from '../wire/validate.ts';
import { act } from './act.ts';
import { advanceClock, setClock, showClock } from './clock.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { ControlDeps } from './deps.ts';
import { addFaults, deleteFault, deleteFaults, listFaults, putFault, showFault } from './faults.ts';
import { findingRoutes } from './findings.ts';
import { showGaps, showHealth, showReadiness } from './health.ts';
import { clearJournal, showJournal, showJournalEntry } from './journal.ts';
import { listPayments, showPayment } from './payments.ts';
import { putSettings, showSettingChanges, showSettings } from './settings.ts';
import { showSettlement } from './settlement.ts';
import { showCustomers, showTestValues } from './test-data.ts';
import { verify } from './verify.ts';
import {
	deleteWorkspace,
	listWorkspaces,
	putWorkspace,
	resetWorkspace,
	showWorkspace,
} from './workspaces.ts';

type Methods = Partial<Record<'get' | 'post' | 'put' | 'delete', Route>>;

/** How many expensive reads run at a time. Those of a file store take several turns of the event loop. */
const maxReads = 4;
/** Over Redis a read waits most of its time, and reads at the same time share their round trips. */
const maxReadsOfRedis = 64;

/** The lists that a browser gets as pages. The call has the query and the workspace of the list. */
interface ListPages {
	paymentsPage(list: PaymentList, call: Call): string;
	gapsPage(list: GapList, call: Call): string;
}

interface ControlRouterDeps extends ControlDeps {
	/** Loads the pages when a browser asks for one. */
	loadPages(): Promise<ListPages>;
}

export function controlRouter(
	deps: ControlRouterDeps,
	handler: (route: Route) => RequestHandler,
): Router {
	const limit = createConcurrencyLimit(
		deps.store,
		deps.store.kind === 'redis' ? maxReadsOfRedis : maxReads,
	);
	const { showFindings, explainPayment } = findingRoutes(deps, limit);
	const paymentsPage = async (list: PaymentList, call: Call) =>
		(await deps.loadPages()).paymentsPage(list, call);
	const gapsPage = async (list: GapList, call: Call) =>
		(await deps.loadPages()).gapsPage(list, call);
	const table: Record<string, Methods> = {
		[controlPaths.health]: { get: showHealth(deps) },
		[controlPaths.ready]: { get: showReadiness(deps) },
		[controlPaths.payments]: { get: withPage(limit.route(listPayments(deps)), paymentsPage) },
		[`${controlPaths.payments}/:id`]: { get: showPayment(deps) },
		[`${controlPaths.payments}/:id/act`]: { post: act(deps) },
		[`${controlPaths.payments}/:id/explain`]: { get: explainPayment },
		[controlPaths.findings]: { get: showFindings },
		[controlPaths.clock]: { get: showClock(deps), put: setClock(deps) },
		[controlPaths.advance]: { post: advanceClock(deps) },
		[controlPaths.settings]: { get: showSettings(deps), put: putSettings(deps) },
		[controlPaths.settingChanges]: { get: showSettingChanges(deps) },
		[controlPaths.gaps]: { get: withPage(showGaps(deps), gapsPage) },
		[controlPaths.customers]: { get: limit.route(showCustomers(deps)) },
		[controlPaths.testValues]: { get: showTestValues },
		[controlPaths.journal]: {
			get: limit.route(showJournal(deps)),
			delete: withoutBody(clearJournal(deps)),
		},
		[`${controlPaths.journal}/:id`]: { get: showJournalEntry(deps) },
		[controlPaths.verify]: { post: verify(deps) },
		[controlPaths.faults]: {
			get: listFaults(deps),
			post: addFaults(deps),
			delete: withoutBody(deleteFaults(deps)),
		},
		[`${controlPaths.faults}/:id`]: {
			get: showFault(deps),
			put: putFault(deps),
			delete: withoutBody(deleteFault(deps)),
		},
		[controlPaths.events]: { get: streamWorkspace(deps) },
		[controlPaths.settlement]: { get: limit.route(showSettlement(deps)) },
		[controlPaths.reset]: { post: withoutBody(resetWorkspace(deps)) },
		[controlPaths.workspaces]: { get: limit.route(listWorkspaces(deps)) },
		[`${controlPaths.workspaces}/:name`]: {
			get: showWorkspace(deps),
			put: putWorkspace(deps),
			delete: withoutBody(deleteWorkspace(deps)),
		},
	};
	return routerOf(table, controlPaths.root, handler);
}

/** Shows the same result as a page to clients that prefer HTML: browsers that follow a link of the start page. */
function withPage<T>(route: Route, page: (body: T, call: Call) => Promise<string>): Route {
	return async (call) => {
		const result = await route(call);
		const type = preferredType(call.header('accept'), ['application/json', 'text/html']);
		if (type !== 'text/html' || !('text' in result)) return result;
		return htmlReply(await page(JSON.parse(result.text) as T, call));
	};
}

const nothing = z.strictObject({});

/** Refuses query parameters: a filter or a workspace in them would be ignored, and the call would change more than meant. */
function withoutQuery(route: Route): Route {
	return (call) => {
		const sent = validateQuery(nothing, call.query, {});
		return sent.ok ? route(call) : sent.refusal;
	};
}

/** The same for the body of a call that takes none. */
function withoutBody(route: Route): Route {
	return (call) => {
		const sent = validateBody(nothing, call.body ?? {}, {});
		return sent.ok ? route(call) : sent.refusal;
	};
}

/** The route `/metrics`, which is not below `/_sandbox`. */
export function metricsRouter(
	deps: ControlDeps,
	handler: (route: Route) => RequestHandler,
): Router {
	return routerOf({ [controlPaths.metrics]: { get: showMetrics(deps) } }, '', handler);
}

/** A router for these paths, mounted at `root`. */
function routerOf(
	table: Readonly<Record<string, Methods>>,
	root: string,
	handler: (route: Route) => RequestHandler,
): Router {
	const router = Router({ caseSensitive: true, strict: true });
	for (const [path, methods] of Object.entries(table)) {
		const route = router.route(path.slice(root.length));
		for (const [method, answer] of Object.entries(methods) as [keyof Methods, Route][]) {
			if (method === 'get') route.get(handler(answer));
			else route[method](optionalJsonBody, handler(withoutQuery(answer)));
		}
		route.all(methodNotAllowed(...Object.keys(methods).map((method) => method.toUpperCase())));
	}
	return router;
}
