import { expect, test } from 'vitest';
import type { LoadOptions } from './options.ts';
import { checkOptions } from './options.ts';

const sandbox = async () => ({ url: 'http://127.0.0.1:1', stop: async () => {} });

function check(options: Partial<LoadOptions>) {
	return checkOptions({
		profile: 'average',
		seed: 1,
		permission: false,
		allowHosts: [],
		command: 'payin-sandbox load',
		startSandbox: sandbox,
		...options,
	});
}

const fields = (options: Partial<LoadOptions>) => {
	const result = check(options);
	return 'problems' in result ? result.problems.map(({ field }) => field) : [];
};

test('average runs 20 flows a second for a minute, six cards to four banks', () => {
	expect(check({})).toEqual({
		choice: {
			profile: 'average',
			target: undefined,
			loopback: true,
			ratePerSecond: 20,
			holdMs: 60_000,
			mix: { 'card/redirected': 0.6, 'bank/redirected': 0.4 },
		},
	});
});

test('a mix names flows or stories, and its weights become shares', () => {
	expect(check({ mix: 'card=3, card/declined=1, bank=0' })).toMatchObject({
		choice: { mix: { 'card/redirected': 0.75, 'card/declined': 0.25 } },
	});
});

test.each([
	'',
	'card',
	'card=',
	'card=x',
	'card=-1',
	'card=0',
	'cash=1',
	'card=1,card=2',
	'card=1=2',
])('the mix "%s" is refused', (mix) => {
	expect(fields({ mix })).toContain('--mix');
});

test.each([0, -1, 1.5, 1001, 'abc', '', Number.NaN])('the rate %s is refused', (rate) => {
	expect(fields({ rate })).toEqual(['--rate']);
});

test.each(['60', '0s', '2h', 'soon', ''])('the duration "%s" is refused', (duration) => {
	expect(fields({ duration })).toEqual(['--duration']);
});

test.each(['stress', 'spike', 'soak', 'breakpoint'])('%s is refused as not built', (profile) => {
	expect(check({ profile })).toMatchObject({
		problems: [{ field: '--profile', rule: `"${profile}" is not built yet.` }],
	});
});

test('a profile nobody knows is refused with those there are', () => {
	expect(check({ profile: 'gentle' })).toMatchObject({
		problems: [{ rule: '"gentle" is not known.', fix: 'Choose smoke or average.' }],
	});
});

test('smoke takes nothing that it would pass over in silence', () => {
	const problems = fields({ profile: 'smoke', rate: 5, duration: '10s', mix: 'card=1' });
	expect(problems).toEqual(['--rate', '--duration', '--mix']);
});

test('without a target and without a sandbox to start there is nowhere to go', () => {
	expect(fields({ startSandbox: undefined })).toEqual(['--target']);
});

test.each([-1, 0.5, 5_000_000_000, Number.NaN])('the seed %s is refused', (seed) => {
	expect(check({ seed })).toMatchObject({
		problems: [{ field: '--seed', rule: 'must be a whole number from 0 to 4294967295.' }],
	});
});

test('all problems are told at once', () => {
	expect(
		fields({ profile: 'x', target: 'y', rate: 0, duration: '1', mix: '', seed: 0.5 }).sort(),
	).toEqual(['--duration', '--mix', '--profile', '--rate', '--seed', '--target']);
});
