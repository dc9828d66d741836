import { expect, test } from 'vitest';
import { createSteadyValues } from './steady.ts';

test('what is read again and again stays known, however many others there are', () => {
	const steady = createSteadyValues<string>({
		isSame: (one, other) => one === other,
		hold: (text) => text,
		parse: (text) => JSON.parse(text),
	});
	const first = steady.read('default', '{"seed":1}');
	for (let index = 0; index < 3_000; index += 1) {
		steady.read(`other-${index}`, '{}');
		if (index % 900 === 0) expect(steady.read('default', '{"seed":1}')).toBe(first);
	}
	expect(steady.last('default')).toBe(first);
	expect(steady.last('other-0')).toBeUndefined();
	expect(steady.read('default', '{"seed":2}')).toEqual({ seed: 2 });
});
