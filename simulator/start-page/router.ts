/** The route `/`: for browsers a page on which a click makes a payment, for all other clients a text. */
import type { RequestHandler } from 'express';
import { Router } from 'express';
import { securityHeaders } from '../cashier/security-headers.ts';
import { lazyLoad } from '../runtime/lazy-load.ts';
import { preferredType } from '../wire/accept.ts';
import { baseUrlOf } from '../wire/base-url.ts';
import { formBody } from '../wire/body-handlers.ts';
import type { Route } from '../wire/call.ts';
import { noNotes } from '../wire/call.ts';
import { methodNotAllowed } from '../wire/fallback-handlers.ts';
import { originGuard } from '../wire/guards.ts';
import { contextOf } from '../wire/request-context.ts';
import { writeReply } from '../wire/write.ts';
import type { StartPageDeps } from './start-page.ts';

interface StartPageRouterDeps extends StartPageDeps {
	/** The origins (scheme, host and port) of the configured public URLs. */
	publicOrigins: readonly string[];
}

export function startPageRouter(
	deps: StartPageRouterDeps,
	handler: (route: Route) => RequestHandler,
): Router {
	const page = () => import('./start-page.ts');
	const show = lazyLoad(async () => (await page()).showStartPage(deps));
	const take = lazyLoad(async () => (await page()).handlePaymentForm(deps));
	const showText: Route = (call) => {
		const text = `payin-sandbox\n${deps.guide(baseUrlOf(deps.publicUrl, call), call.settings)}`;
		return { status: 200, contentType: 'text/plain; charset=utf-8', text, notes: noNotes };
	};
	const router = Router({ caseSensitive: true, strict: true });
	router.route('/').get(ifHtmlPreferredTo('text/plain'), withSlash, securityHeaders, handler(show));
	const rest = router.route('/').get(handler(showText));
	// With a control token the page has no form, because a browser cannot send it when it opens a page.
	if (deps.controlToken !== null) rest.all(methodNotAllowed('GET'));
	else {
		rest
			.post(
				securityHeaders,
				// Accept `Origin: null`, which browsers send because the page sends no referrer; the form has a token.
				originGuard({ own: deps.publicOrigins, opaque: true }),
				formBody,
				handler(take),
			)
			.all(methodNotAllowed('GET', 'POST'));
	}
	return router;
}

/** Passes on clients that prefer HTML. Clients that accept anything, such as curl, get the other type. */
export const ifHtmlPreferredTo =
	(other: string): RequestHandler =>
	(request, response, next) => {
		response.vary('Accept');
		if (preferredType(request.headers.accept, [other, 'text/html']) === 'text/html') next();
		else next('route');
	};

/** Redirects `/w/team-a` to `/w/team-a/`, because the links of the page are relative. */
const withSlash: RequestHandler = (request, response, next) => {
	const [path = '', ...query] = request.originalUrl.split('?');
	if (path.endsWith('/')) return next();
	const location = [`${path.slice(path.lastIndexOf('/') + 1)}/`, ...query].join('?');
	const reply = { status: 308, contentType: 'text/plain; charset=utf-8', text: '' };
	const headers = { Location: location };
	writeReply(response, { ...reply, headers, notes: noNotes }, contextOf(response));
};
