import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { writeCustomers } from './customers-file.ts';

test('every market that a story may pay in has its customers', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'load-customers-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const path = join(folder, 'customers.json');
	await writeCustomers(path, 1);
	const written: Record<string, unknown[]> = JSON.parse(readFileSync(path, 'utf8'));
	const counts = Object.entries(written).map(([market, list]) => [market, list.length]);
	expect(counts).toEqual(Object.keys(marketSamples).map((market) => [market, 200]));
});
