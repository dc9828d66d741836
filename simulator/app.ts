/** The whole path of a call, in order. Neither listens nor reads the environment. */
import type { Express, RequestHandler } from 'express';
import express, { Router } from 'express';
import type { EventDeps } from './cashier/event-stream.ts';
import { securityHeaders } from './cashier/security-headers.ts';
import type { Endpoint } from './contract/routes.ts';
import { cashierAssets, cashierEvents, cashierPath, controlPaths } from './contract/routes.ts';
import type { ControlDeps } from './control/deps.ts';
import { ready } from './control/health.ts';
import { latencyStage } from './delays/latency.ts';
import type { ApiError } from './errors/api-error.ts';
import type { RequestLog } from './runtime/request-log.ts';
import { monotonicMs, sleep } from './runtime/time.ts';
import type { ServiceDeps } from './service/deps.ts';
import { driftStage } from './service/drift.ts';
import { hybridPayment } from './service/hybrid-payment.ts';
import { paymentOptions } from './service/payment-options.ts';
import { paymentSuboptions } from './service/payment-suboptions.ts';
import { rateGuard } from './service/rate-guard.ts';
import { StoreUnavailable } from './state/unavailable.ts';
import { formBody } from './wire/bodies.ts';
import type { ReplyStage, Route } from './wire/call.ts';
import { noNotes } from './wire/call.ts';
import { endpointHandler } from './wire/endpoint.ts';
import { errorHandler, methodNotAllowed, notFoundHandler } from './wire/fallback-handlers.ts';
import { originGuard, originRule, tokenGuard } from './wire/guards.ts';
import { later } from './wire/lazy-load.ts';
import { receiveRequest } from './wire/receive-request.ts';
import type { CallRecorder } from './wire/request-context.ts';
import { contextOf } from './wire/request-context.ts';
import { serveCalls } from './wire/service-call.ts';
import { write } from './wire/write.ts';
import { chanceIn, nowIn } from './workspaces/world.ts';

export interface AppDeps
	extends ControlDeps,
		Pick<ServiceDeps, 'newId' | 'cashierUrl'>,
		Pick<EventDeps, 'stopping'> {
	recorder: CallRecorder;
	allowedHosts: readonly string[];
	/** Origins the sandbox is reached at from outside, besides the address of the request itself. */
	publicOrigins: readonly string[];
	/** The address that links carry, when one was given. */
	publicUrl: string | null;
	/** What somebody who opens the bare address is told. */
	welcome(workspace: string): string;
	/** Null on loopback, where the control API is open. */
	controlToken: string | null;
	log: RequestLog;
}

export function createApp(deps: AppDeps): Express {
	const { store } = deps;
	const latency = latencyStage({
		async chanceFor({ workspace }) {
			// Only the order of arrival names a call of no payment: reproducible when calls come one by one.
			const { world, ordinal } = await store.strayCall(workspace);
			return chanceIn(world, `arrival ${ordinal + 1}`);
		},
		sleep,
		monotonicMs,
	});
	const drift = driftStage({
		nowFor: async ({ workspace }) => nowIn(await store.world(workspace), deps.wallNow()),
	});
	const handler = (endpoint: Endpoint, route: Route, stages: readonly ReplyStage[] = [latency]) =>
		endpointHandler(route, { endpoint, stages });

	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	// A path that differs in case or by a slash is another path: the integrator's typo must show here (D-22).
	app.enable('case sensitive routing');
	app.enable('strict routing');
	const routes = {
		paymentOptions: paymentOptions(deps),
		paymentSuboptions: paymentSuboptions(deps),
		hybridPayment: hybridPayment(deps),
	};
	const own = deps.publicOrigins;
	const serve = serveCalls({
		routes,
		stages: [drift, latency],
		limitRate: rateGuard(deps),
		refuseOrigin: originRule({ own, opaque: false }),
	});
	app.use(receiveRequest({ ...deps, serve }));

	const control = later(async () => {
		const { controlRouter } = await import('./control/router.ts');
		return controlRouter(deps, (route) => handler('control', route, []));
	});
	const controlGuards = [originGuard({ own, opaque: false })];
	if (deps.controlToken !== null) {
		const probes = [controlPaths.health, controlPaths.ready];
		controlGuards.push(tokenGuard(deps.controlToken, probes, handler('control', ready(deps), [])));
	}
	const reference = { ...deps, tokenWanted: deps.controlToken !== null };
	const documents = later(async () => {
		const { referenceRouter } = await import('./control/reference/router.ts');
		return referenceRouter(reference, (route) => handler('control', route, []));
	});
	const { openapi, docs } = controlPaths;
	app.all([openapi, docs, `${docs}/:name`], documents);
	app.use(controlPaths.root, ...controlGuards, control);

	const pages = () => import('./cashier/cashier.ts');
	const showPage = later(async () => (await pages()).showPage(deps));
	const submitForm = later(async () => (await pages()).submitForm(deps));
	app
		.route(`${cashierAssets}/:name`)
		.get(
			securityHeaders,
			handler(
				'cashier',
				later(async () => (await import('./cashier/assets.ts')).serveAsset),
				[],
			),
		)
		.all(methodNotAllowed('GET'));
	app
		.route(cashierPath)
		.get(securityHeaders, handler('cashier', showPage))
		.post(
			securityHeaders,
			originGuard({ own, opaque: true }),
			formBody,
			handler('cashier', submitForm),
		)
		.all(methodNotAllowed('GET', 'POST'));

	const streamEvents = later(async () =>
		(await import('./cashier/event-stream.ts')).streamEvents({ ...deps, monotonicMs }),
	);
	app
		.route(cashierEvents)
		.get(securityHeaders, handler('cashier', streamEvents))
		.all(methodNotAllowed('GET'));

	const statusPage = Router();
	statusPage
		.route('/*path')
		.all(whereTold)
		.get(securityHeaders, handler('cashier', showPage))
		.all(methodNotAllowed('GET'));
	app.use(statusPage);

	const welcome: RequestHandler = (_request, response) => {
		const context = contextOf(response);
		const text = deps.welcome(context.workspace);
		const contentType = 'text/plain; charset=utf-8';
		write(response, { status: 200, contentType, text, notes: noNotes }, context);
	};
	app.route('/').get(welcome).all(methodNotAllowed('GET'));
	app.use(notFoundHandler);
	app.use(errorHandler(unavailable, deps.log.bug));
	return app;
}

/** No bug of ours, and nothing a caller could do about it but come again. */
function unavailable(error: unknown): ApiError | null {
	return error instanceof StoreUnavailable ? { code: 'store_unavailable', retryAfterS: 1 } : null;
}

/** Lets through what asks for the status page at the path its workspace has given it, if any (D-40). */
const whereTold: RequestHandler = (request, response, next) => {
	const { statusPath } = contextOf(response).settings.cashier;
	if (request.path === statusPath) next();
	else next('router');
};
