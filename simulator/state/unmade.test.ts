import { expect, test } from 'vitest';
import { createSeen } from './unmade.ts';

function setup() {
	let wallMs = 0;
	let begun = 0;
	const begin = (name: string) => {
		begun += 1;
		return `${name} ${begun}`;
	};
	const seen = createSeen<string>(() => wallMs);
	const pass = (minutes: number) => {
		wallMs += minutes * 60_000;
	};
	return { look: (name: string) => seen.look(name, () => begin(name)), pass };
}

test('what is looked at within an hour is the same, and begins anew after', () => {
	const { look, pass } = setup();
	for (let times = 0; times < 3; times += 1) {
		expect(look('a')).toBe('a 1');
		pass(60);
	}
	pass(1);
	expect(look('a')).toBe('a 2');
});

test('of many names those looked at last are remembered', () => {
	const { look } = setup();
	look('a');
	look('b');
	for (let index = 0; index < 998; index += 1) look(`other-${index}`);
	expect([look('a'), look('b')]).toEqual(['a 1', 'b 2']);
	for (let index = 0; index < 999; index += 1) look(`another-${index}`);
	expect(look('b')).toBe('b 2');
	for (let index = 0; index < 2_000; index += 1) look(`one-more-${index}`);
	expect([look('b'), look('a')]).toEqual(['b 4000', 'a 4001']);
});
