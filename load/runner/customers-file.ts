/** k6 cannot make customers: it gets them as a file, and shares one copy among all its virtual users. */
import { writeFile } from 'node:fs/promises';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { createCustomers } from '../../simulator/customers/customers.ts';

/** Enough that flows in flight at the same time differ, little enough to be made at once. */
const perMarket = 200;

/** All that the job names: k6 opens the customers of every one of them. */
const markets = Object.keys(marketSamples) as Market[];

export async function writeCustomers(path: string, seed: number): Promise<void> {
	const entries = markets.map((market) => [
		market,
		createCustomers({ market, count: perMarket, seed }),
	]);
	await writeFile(path, JSON.stringify(Object.fromEntries(entries)));
}
