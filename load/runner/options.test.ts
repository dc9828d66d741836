import { expect, test } from 'vitest';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import type { LoadOptions } from './options.ts';
import { checkOptions } from './options.ts';

function check(options: Partial<LoadOptions>) {
	return checkOptions({
		profile: 'average',
		seed: 1,
		permission: false,
		allowHosts: [],
		command: 'payin-sandbox load',
		...options,
	});
}

const fields = (options: Partial<LoadOptions>) => {
	const result = check(options);
	return 'problems' in result ? result.problems.map((problem) => problem.split(' ')[0]) : [];
};

test('average runs 20 flows a second for a minute, six cards to four banks', () => {
	expect(check({})).toEqual({
		settings: {
			profile: 'average',
			target: undefined,
			isLoopback: true,
			ratePerSecond: 20,
			holdMs: 60_000,
			mix: { 'card/redirected': 0.6, 'bank/redirected': 0.4 },
		},
	});
});

test('a mix names flows or stories, and its weights become shares', () => {
	expect(check({ mix: 'card=3, card/declined=1, bank=0' })).toMatchObject({
		settings: { mix: { 'card/redirected': 0.75, 'card/declined': 0.25 } },
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
])('the mix "%s" is rejected', (mix) => {
	expect(fields({ mix })).toContain('--mix');
});

test.each([0, -1, 1.5, 1001, 'abc', '', Number.NaN])('the rate %s is rejected', (rate) => {
	expect(fields({ rate })).toEqual(['--rate']);
});

test.each(['60', '0s', '2h', 'soon', ''])('the duration "%s" is rejected', (duration) => {
	expect(fields({ duration })).toEqual(['--duration']);
});

test.each(['stress', 'spike', 'soak', 'breakpoint'])('%s is rejected as not built', (profile) => {
	expect(check({ profile })).toMatchObject({
		problems: [`--profile "${profile}" is not built yet. Choose smoke or average.`],
	});
});

test('an unknown profile is rejected with the known ones', () => {
	expect(check({ profile: 'gentle' })).toMatchObject({
		problems: ['--profile "gentle" is not known. Choose smoke or average.'],
	});
});

test('smoke rejects options that it would ignore', () => {
	const problems = fields({ profile: 'smoke', rate: 5, duration: '10s', mix: 'card=1' });
	expect(problems).toEqual(['--rate', '--duration', '--mix']);
});

test.each([-1, 0.5, 5_000_000_000, Number.NaN])('the seed %s is rejected', (seed) => {
	expect(check({ seed })).toMatchObject({
		problems: ['--seed must be a whole number from 0 to 4294967295. Give one such as 1.'],
	});
});

test('all problems are reported together', () => {
	expect(
		fields({ profile: 'x', target: 'y', rate: 0, duration: '1', mix: '', seed: 0.5 }).sort(),
	).toEqual(['--duration', '--mix', '--profile', '--rate', '--seed', '--target']);
});

test.each([
	['250ms', 250],
	['90s', 90_000],
	['1.5m', 90_000],
	['24h', 86_400_000],
	['5', undefined],
	['', undefined],
	['-1s', undefined],
	['1 s', undefined],
])('the duration "%s" is %s', (text, expected) => {
	expect(parseDuration(text)).toBe(expected);
});
