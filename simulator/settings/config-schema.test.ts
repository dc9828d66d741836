import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from './config-schema.ts';

// From JSON, like in an editor.
const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(configSchema())));
const isValid = (file: unknown) => schema.safeParse(file).success;

test.each([
	{},
	{ $schema: './config.schema.json', port: 0, allowedHost: ['a.example'], drain: '5s' },
	{ settings: {} },
	{ settings: { session: { ttl: '10m' }, latency: { cashier: { fixed: 80 } } } },
	{ settings: { processing: { options: { PSE: 'never' } }, defaultOutcome: { HOLD: 1 } } },
])('the schema accepts %j', (file) => {
	expect(isValid(file)).toBe(true);
});

test.each([
	{ prot: 1 },
	{ config: 'other.json' },
	{ port: {} },
	{ clock: 'fast' },
	{ settings: { sesion: {} } },
	{ settings: { session: { ttl: 'soon' } } },
	{ settings: { latency: { cashier: { lognormal: { median: 80 } } } } },
])('the schema rejects %j', (file) => {
	expect(isValid(file)).toBe(false);
});

test('every key has a description', () => {
	const { properties } = configSchema() as { properties: Record<string, { description?: string }> };
	for (const [key, { description }] of Object.entries(properties)) {
		if (key !== '$schema') expect(description?.length).toBeGreaterThan(10);
	}
});
