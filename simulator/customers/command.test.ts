import { expect, test } from 'vitest';
import { customersCommand } from './command.ts';
import { createCustomers, customerCountries } from './customers.ts';

function setup(options: { market: string; count: number; seed: number }) {
	const written = { out: '', err: '' };
	const code = customersCommand(options, {
		out: (text) => {
			written.out += text;
		},
		err: (text) => {
			written.err += text;
		},
	});
	return { code, ...written };
}

test('prints the customers as one JSON array', () => {
	const wanted = { market: 'MX', count: 3, seed: 7 };
	const { code, out, err } = setup(wanted);
	expect(code).toBe(0);
	expect(err).toBe('');
	expect(JSON.parse(out)).toEqual(createCustomers(wanted));
});

test('names every wrong option at once and prints nothing else', () => {
	const { code, out, err } = setup({ market: 'XX', count: 0, seed: 1.5 });
	expect(code).toBe(2);
	expect(out).toBe('');
	expect(err.trim().split('\n')).toEqual([
		`--market "XX" is not known: give one of ${customerCountries.join(', ')}.`,
		'--count must be a whole number from 1 to 10000.',
		'--seed must be a whole number from 0 to 4294967295.',
	]);
});
