/**
 * Builds the Express app and the server's listener. It opens no port, and does not read the environment.
 */
import type { RequestListener } from 'node:http';
import type { Express, RequestHandler } from 'express';
import express, { Router } from 'express';
import { createCapacity } from './capacity/capacity.ts';
import { securityHeaders } from './cashier/security-headers.ts';
import type { StatusStreamDeps } from './cashier/status-stream.ts';
import type { Endpoint, ServiceCall } from './contract/routes.ts';
import {
	cashierAssetsPath,
	cashierEvents,
	cashierPath,
	controlPaths,
	faviconPath,
} from './contract/routes.ts';
import type { ControlDeps } from './control/deps.ts';
import { showReadiness } from './control/health.ts';
import { latencyStage } from './delays/latency.ts';
import { startPageCall } from './domain/call-history.ts';
import type { ApiError } from './errors/api-error.ts';
import type { RuleInjector } from './faults/injector.ts';
import type { ConsoleLines } from './observe/console-lines.ts';
import { lazyLoad } from './runtime/lazy-load.ts';
import type { RequestLog } from './runtime/request-log.ts';
import { monotonicMs, sleep } from './runtime/time.ts';
import { driftStage } from './service/drift.ts';
import type { HybridPaymentDeps } from './service/hybrid-payment.ts';
import { hybridPayment } from './service/hybrid-payment.ts';
import type { PaymentOptionsDeps } from './service/payment-options.ts';
import { paymentOptions } from './service/payment-options.ts';
import { paymentSuboptions } from './service/payment-suboptions.ts';
import { rateGuard } from './service/rate-guard.ts';
import { ifHtmlPreferredTo, startPageRouter } from './start-page/router.ts';
import type { StartPageDeps } from './start-page/start-page.ts';
import { DamagedValue, StoreUnavailable } from './state/backend.ts';
import { formBody } from './wire/body-handlers.ts';
import type { AdmitCall, Call, Reply, Route } from './wire/call.ts';
import { noNotes } from './wire/call.ts';
import type { AnswerOptions } from './wire/endpoint.ts';
import { expressHandlerOf } from './wire/endpoint.ts';
import { errorHandler, methodNotAllowed, notFoundHandler } from './wire/fallback-handlers.ts';
import { originGuard, originRule, tokenGuard } from './wire/guards.ts';
import { listenerOf } from './wire/listener.ts';
import { receiveRequest } from './wire/receive-request.ts';
import type { CallRecorder } from './wire/request-context.ts';
import { contextOf } from './wire/request-context.ts';
import { serveCalls } from './wire/service-call.ts';
import { chanceIn, nowIn } from './workspaces/record.ts';

export interface AppDeps
	extends ControlDeps,
		PaymentOptionsDeps,
		HybridPaymentDeps,
		Pick<StatusStreamDeps, 'stopping'>,
		Omit<StartPageDeps, 'calls'> {
	recorder: CallRecorder;
	/** Counts calls without a valid workspace. */
	counter: Pick<CallRecorder, 'record'>;
	faults: RuleInjector;
	allowedHosts: readonly string[];
	/** The origins (scheme, host and port) of the configured public URLs. */
	publicOrigins: readonly string[];
	log: RequestLog;
	/** Prints a line for each call; null if console lines are off. */
	consoleLines: ConsoleLines | null;
}

type AddRoute = (
	endpoint: Endpoint,
	route: Route,
	options?: Partial<AnswerOptions>,
) => RequestHandler;

/** Builds the app and the server's listener. The listener handles documented calls, and passes other paths to the app. */
export function createApp(deps: AppDeps): { app: Express; listener: RequestListener } {
	const { store, publicOrigins: own } = deps;
	const waits = {
		async chanceFor({ workspace }: Call) {
			// A call without a payment draws by its number, so draws are reproducible when calls come one by one.
			const { record, ordinal } = await store.countCallWithoutPayment(workspace);
			return chanceIn(record, `arrival ${ordinal + 1}`);
		},
		sleep,
		monotonicMs,
	};
	const latency = latencyStage(waits);
	const { admit, waitForServer } = createCapacity(waits);
	const drift = driftStage({
		nowFor: async ({ workspace }) => nowIn(await store.workspaceRecord(workspace), deps.wallNow()),
	});
	const { faultsOf } = deps.faults;
	const handler: AddRoute = (endpoint, route, options) =>
		expressHandlerOf(route, { endpoint, stages: [latency], faultsOf, ...options });

	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	// A path with other letter case or an additional slash does not match, so that the integrator's typo is visible
	// (D-22).
	app.enable('case sensitive routing');
	app.enable('strict routing');
	const serve = serveCalls({
		routes: serviceRoutes(deps, admit),
		stages: [drift, waitForServer, latency],
		faultsOf,
		limitRate: rateGuard(deps),
		refuseOrigin: originRule({ own, opaque: false }),
	});
	addControlApi(app, deps, handler);
	addCashier(app, deps, handler);
	// The calls of the start page take no place in the capacity, which is that of the integrator's calls.
	const ownCalls = serviceRoutes({ ...deps, creatingCall: startPageCall }, () => null);
	app.get(
		faviconPath,
		handler('control', () => noIcon, neither),
	);
	app.use(
		startPageRouter({ ...deps, calls: ownCalls }, (route) => handler('control', route, neither)),
	);
	app.use(notFoundHandler);
	const handleError = errorHandler(unavailable, deps.log.bug);
	app.use(handleError);
	const receive = receiveRequest({ ...deps, serve });
	return { app, listener: listenerOf({ app, receive, handleError }) };
}

const noIcon: Reply = { status: 204, contentType: 'image/x-icon', text: '', notes: noNotes };

function serviceRoutes(
	deps: PaymentOptionsDeps & HybridPaymentDeps,
	admit: AdmitCall,
): Record<ServiceCall, Route> {
	return {
		paymentOptions: paymentOptions(deps, admit),
		paymentSuboptions: paymentSuboptions(deps, admit),
		hybridPayment: hybridPayment(deps, admit),
	};
}

/** For routes without latency and faults. */
const neither: AnswerOptions = { stages: [], faultsOf: null };

function addControlApi(app: Express, deps: AppDeps, handler: AddRoute): void {
	const { controlToken, publicOrigins: own } = deps;
	const controlHandler = (route: Route) => handler('control', route, neither);
	const guards = [originGuard({ own, opaque: false })];
	if (controlToken !== null) {
		const probes = [controlPaths.health, controlPaths.ready];
		guards.push(tokenGuard(controlToken, probes, controlHandler(showReadiness(deps))));
	}
	const reference = lazyLoad(async () => {
		const { referenceRouter } = await import('./control/reference/router.ts');
		return referenceRouter({ ...deps, tokenWanted: controlToken !== null }, controlHandler);
	});
	const control = lazyLoad(async () => {
		const { controlRouter } = await import('./control/router.ts');
		const loadPages = () => import('./start-page/lists.ts');
		return controlRouter({ ...deps, loadPages }, controlHandler);
	});
	const metrics = lazyLoad(async () => {
		const { metricsRouter } = await import('./control/router.ts');
		return metricsRouter(deps, controlHandler);
	});
	const { openapi, docs, root, payments, gaps } = controlPaths;
	app.get([payments, gaps], ifHtmlPreferredTo('application/json'), securityHeaders);
	app.all([openapi, docs, `${docs}/:name`], ...guards, reference);
	app.all(controlPaths.metrics, ...guards, metrics);
	app.use(root, ...guards, control);
}

function addCashier(app: Express, deps: AppDeps, handler: AddRoute): void {
	const pages = () => import('./cashier/cashier.ts');
	const showPage = lazyLoad(async () => (await pages()).showPage(deps));
	const submitForm = lazyLoad(async () => (await pages()).submitForm(deps));
	const serveAsset = lazyLoad(async () => (await import('./cashier/assets.ts')).serveAsset);
	const streamStatusChanges = lazyLoad(async () =>
		(await import('./cashier/status-stream.ts')).streamStatus({ ...deps, monotonicMs }),
	);
	app
		.route(`${cashierAssetsPath}/*path`)
		.get(securityHeaders, handler('cashier', serveAsset, neither))
		.all(methodNotAllowed('GET'));
	app
		.route(cashierPath)
		.get(securityHeaders, handler('cashier', showPage))
		.post(
			securityHeaders,
			originGuard({ own: deps.publicOrigins, opaque: true }),
			formBody,
			handler('cashier', submitForm),
		)
		.all(methodNotAllowed('GET', 'POST'));
	app
		.route(cashierEvents)
		.get(securityHeaders, handler('cashier', streamStatusChanges, { faultsOf: null }))
		.all(methodNotAllowed('GET'));
	const statusPage = Router();
	statusPage
		.route('/*path')
		.all(ifStatusPath)
		.get(securityHeaders, handler('cashier', showPage))
		.all(methodNotAllowed('GET'));
	app.use(statusPage);
}

/** Passes requests to the status page if their path is the one in the workspace's settings (D-40). */
const ifStatusPath: RequestHandler = (request, response, next) => {
	const { statusPath } = contextOf(response).settings.cashier;
	if (request.path === statusPath) next();
	else next('router');
};

/** The error for an unavailable store: it is not a bug, and the caller can retry. */
function unavailable(error: unknown): ApiError | null {
	if (!(error instanceof StoreUnavailable)) return null;
	const damaged = error instanceof DamagedValue ? error.kind : null;
	return { code: 'store_unavailable', retryAfterS: 1, damaged };
}
