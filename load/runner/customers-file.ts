/** k6 cannot make customers: it gets them as a file, and shares one copy among all its virtual users. */
import { writeFile } from 'node:fs/promises';
import { createCustomers, customerMarkets } from '../../simulator/customers/customers.ts';

/** Enough that flows in flight at the same time differ, little enough to be made at once. */
const perMarket = 200;

export async function writeCustomers(path: string, seed: number): Promise<void> {
	const markets = customerMarkets.map((market) => [
		market,
		createCustomers({ market, count: perMarket, seed }),
	]);
	await writeFile(path, JSON.stringify(Object.fromEntries(markets)));
}
