/** Every path of the control API, under `/_sandbox`. Mounted before latency and faults: nobody is locked out. */
import type { RequestHandler } from 'express';
import { Router } from 'express';
import { controlPaths } from '../contract/routes.ts';
import { optionalJsonBody } from '../wire/body-handlers.ts';
import type { Route } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { methodNotAllowed } from '../wire/fallback-handlers.ts';
import { act } from './act.ts';
import { advance, setClock, showClock } from './clock.ts';
import { customers } from './customers.ts';
import type { ControlDeps } from './deps.ts';
import { showGaps } from './gaps.ts';
import { health, ready } from './health.ts';
import { clearJournal, followLimits, showJournal } from './journal.ts';
import { listPayments, showPayment } from './payments.ts';
import { putSettings, showSettings } from './settings.ts';
import { testValues } from './test-values.ts';
import { deleteWorkspace, listWorkspaces, putWorkspace, showWorkspace } from './workspaces.ts';

type Methods = Partial<Record<'get' | 'post' | 'put' | 'delete', Route>>;

export function controlRouter(
	deps: ControlDeps,
	handler: (route: Route) => RequestHandler,
): Router {
	const table: Record<string, Methods> = {
		[controlPaths.health]: { get: health(deps) },
		[controlPaths.ready]: { get: ready(deps) },
		[controlPaths.payments]: { get: listPayments(deps) },
		[`${controlPaths.payments}/:id`]: { get: showPayment(deps) },
		[`${controlPaths.payments}/:id/act`]: { post: act(deps) },
		[controlPaths.clock]: { get: showClock(deps), put: setClock(deps) },
		[controlPaths.advance]: { post: advance(deps) },
		[controlPaths.settings]: { get: showSettings(deps), put: putSettings(deps) },
		[controlPaths.gaps]: { get: showGaps(deps) },
		[controlPaths.customers]: { get: customers(deps) },
		[controlPaths.testValues]: { get: testValues },
		[controlPaths.journal]: { get: showJournal(deps), delete: clearJournal(deps) },
		[controlPaths.reset]: { post: reset(deps) },
		[controlPaths.workspaces]: { get: listWorkspaces(deps) },
		[`${controlPaths.workspaces}/:name`]: {
			get: showWorkspace(deps),
			put: putWorkspace(deps),
			delete: deleteWorkspace(deps),
		},
	};
	const router = Router({ caseSensitive: true, strict: true });
	for (const [path, methods] of Object.entries(table)) {
		const route = router.route(path.slice(controlPaths.root.length));
		for (const [method, answer] of Object.entries(methods) as [keyof Methods, Route][]) {
			route[method](...(method === 'get' ? [] : [optionalJsonBody]), handler(answer));
		}
		route.all(methodNotAllowed(...Object.keys(methods).map((method) => method.toUpperCase())));
	}
	return router;
}

/** A fresh workspace without a restart: no payments, the seed, the clock and the settings as it began. */
function reset(deps: ControlDeps): Route {
	const { store, journal } = deps;
	return async ({ workspace }) => {
		const { secret } = await store.world(workspace);
		await store.reset(workspace);
		// Nobody can ask for it any more: this is for the room it takes.
		await journal.clear(secret);
		await followLimits(deps, workspace);
		return json({ workspace, reset: true });
	};
}
