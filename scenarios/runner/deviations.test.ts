import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDeviationList, deviationsOf } from './deviations.ts';

test('of the items of a list, one deviation is kept for each field', () => {
	const schema = z.array(z.strictObject({ name: z.string() }));
	const items = [{ name: 1 }, { name: 2, more: 3 }];
	const list = createDeviationList();
	list.add(deviationsOf('call', schema, items));
	expect(list.take()).toEqual([
		{ path: 'call: [0].name', documented: 'a string', got: '1' },
		{ path: 'call: [1].more', documented: 'no such field', got: '3' },
	]);
	expect(list.list()).toEqual([]);
});

test('of very many unknown fields, the first 300 are kept and the others are counted', () => {
	const body = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f${index}`, 1]));
	const list = createDeviationList();
	list.add(deviationsOf('call', z.strictObject({}), body));
	expect(list.list()).toHaveLength(301);
	expect(list.list().at(-1)).toMatchObject({ path: 'other fields', got: '59700 more' });
	list.take();
	expect(list.list()).toEqual([]);
});

test('a very long name of a field is cut', () => {
	const [one] = deviationsOf('call', z.strictObject({}), { ['x'.repeat(1_000_000)]: 1 });
	expect(one?.path).toHaveLength('call: '.length + 201);
});
