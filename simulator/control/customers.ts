/** `GET /_sandbox/customers`: customers valid for a market, ready to paste into `customer`. */
import { customersQuerySchema } from '../contract/control.ts';
import { createCustomers, customerMarkets } from '../customers/customers.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { fieldErrors } from '../wire/field-errors.ts';
import type { Refusal } from '../wire/refusal.ts';
import type { ControlDeps } from './deps.ts';

export function customers({ store }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | Refusal> => {
		const parsed = customersQuerySchema.safeParse(query);
		if (!parsed.success) {
			const example = { market: 'CO', count: 5, seed: 1 };
			return { code: 'invalid_query', errors: fieldErrors(parsed.error.issues, query, example) };
		}
		const { market = 'CO', count = 1, seed } = parsed.data;
		if (!customerMarkets.includes(market)) {
			return { code: 'unknown_market', market, known: customerMarkets };
		}
		const world = await store.world(workspace);
		return json({ customers: createCustomers({ market, count, seed: seed ?? world.seed }) });
	};
}
