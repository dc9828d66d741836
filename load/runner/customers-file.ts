/** k6 cannot make customers: it gets them as a file, and shares one copy among all its virtual users. */
import { writeFile } from 'node:fs/promises';
import type { Checkout } from '../../scenarios/scenario.ts';
import { createCustomers } from '../../simulator/customers/customers.ts';

/** Enough that flows in flight at the same time differ, little enough to be made at once. */
const perMarket = 200;

/** Those that stories pay in; more would only make the file bigger. */
const markets: readonly Checkout['market'][] = ['CO', 'MX'];

export async function writeCustomers(path: string, seed: number): Promise<void> {
	const entries = markets.map((market) => [
		market,
		createCustomers({ market, count: perMarket, seed }),
	]);
	await writeFile(path, JSON.stringify(Object.fromEntries(entries)));
}
