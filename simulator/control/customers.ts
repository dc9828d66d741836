/** `GET /_sandbox/customers`: customers valid for a market, ready to paste into `customer`. */
import { customersQuerySchema } from '../contract/control.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import type { ControlDeps } from './deps.ts';

export function customers({ store }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(customersQuerySchema, query, { market: 'CO', count: 5, seed: 1 });
		if (!sent.ok) return sent.refusal;
		// Names and streets of twenty markets take longer to load than all the rest, and few starts need them.
		const { createCustomers, customerMarkets } = await import('../customers/customers.ts');
		const { market = 'CO', count = 1, seed } = sent.data;
		if (!customerMarkets.includes(market)) {
			return { code: 'unknown_market', market, known: customerMarkets };
		}
		const world = await store.world(workspace);
		return json({ customers: createCustomers({ market, count, seed: seed ?? world.seed }) });
	};
}
