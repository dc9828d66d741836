/** How a test shop calls the service, and which reports of settlements it refuses. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestShopOptions } from './test-shop-options.ts';

export type Named = { name: string } & Record<string, string>;

/** The fields of all three answers. */
export interface Answer {
	sessionId: string;
	transactionId: string;
	paymentOptions: Named[];
	result: { options: Named[]; redirectUrl: string };
}

export function createServiceCall(options: TestShopOptions) {
	const { sandbox, hybridTimeoutMs, retriesAfterMs, abandonsCallsAfterMs } = options;
	async function send(path: string, body: object): Promise<Answer> {
		const headers = { 'Content-Type': 'application/json', ...options.serviceHeaders };
		const isLimited = path === 'hybrid-payment' && hybridTimeoutMs !== undefined;
		const signal = isLimited ? AbortSignal.timeout(hybridTimeoutMs) : null;
		const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
		const sendOnce = () => fetch(`${sandbox}/v2/${path}`, init);
		let response = await sendOnce();
		if (response.status === 429 && retriesAfterMs !== undefined) {
			await pause(retriesAfterMs);
			response = await sendOnce();
		}
		if (!response.ok) throw new Error(`${path}: ${response.status}`);
		const answer = (await response.json()) as Answer;
		// With `drift.envelopeOnOptions`, payment-options is wrapped as the other answers are.
		return 'paymentOptions' in (answer.result ?? {})
			? (answer.result as unknown as Answer)
			: answer;
	}
	return async (path: string, body: object): Promise<Answer> => {
		const answer = send(path, body);
		if (abandonsCallsAfterMs === undefined) return answer;
		answer.catch(() => {});
		const abandoned = pause(abandonsCallsAfterMs).then(() => Promise.reject(new Error(path)));
		return Promise.race([answer, abandoned]);
	};
}

/** Returns a function that answers a report as refused, and whether it has. */
export function createReportRefusal({ refusesReports }: TestShopOptions) {
	const seen = new Set<string>();
	return (
		{ transactionId, state }: { transactionId: string; state: string },
		order: { status: string } | undefined,
		response: ServerResponse,
	): boolean => {
		const report = `${transactionId} ${state}`;
		const isKnown = seen.has(report);
		seen.add(report);
		const isConflict =
			(refusesReports === 'known' && isKnown) ||
			(refusesReports === 'of paid orders' && order?.status === 'paid');
		const isBusy = refusesReports === 'always' || (refusesReports === 'at first' && !isKnown);
		if (isConflict) response.writeHead(409);
		if (isBusy) response.writeHead(503, { 'Retry-After': '1' });
		return isConflict || isBusy;
	};
}

/** The body of a request that names only the flow: the shop chooses the card, or the first bank of its list. */
export function withMethodOfFlow<Body extends { flow?: string }>(body: Body): Body {
	if (body.flow === undefined) return body;
	return { ...body, ...(body.flow === 'card' ? cardMethod : bankMethod) };
}

export const cardMethod = { option: 'Card', bank: null };
export const bankMethod = { option: 'PSE', bank: 'Bancolombia' };
