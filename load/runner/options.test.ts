import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import type { LoadOptions } from './options.ts';
import { checkOptions, planFor, readLimits } from './options.ts';

function check(options: Partial<LoadOptions>, declared = {}) {
	const usual = { profile: 'average', seed: 1, permission: false, allowHosts: [] };
	return checkOptions({ ...usual, command: 'payin-sandbox load', ...options }, declared);
}

const fields = (options: Partial<LoadOptions>) => {
	const result = check(options);
	return 'problems' in result ? result.problems.map((problem) => problem.split(' ')[0]) : [];
};

test('the example limits are known under any name, and limits of somebody are theirs', async () => {
	const example = fileURLToPath(new URL('../limits/default.json', import.meta.url));
	const content = JSON.parse(readFileSync(example, 'utf8'));
	const folder = temporaryFolder();
	const isExample = async (limits: string | undefined) =>
		(await readLimits({ limits }, folder)) as { isExample?: boolean };
	writeFileSync(join(folder, 'copy.json'), JSON.stringify({ ...content, $schema: 'other.json' }));
	writeFileSync(join(folder, 'own.json'), JSON.stringify({ ...content, maxSilentSeconds: 3 }));
	for (const file of [undefined, example, 'copy.json']) {
		expect(await isExample(file)).toMatchObject({ isExample: true });
	}
	expect(await isExample('own.json')).toMatchObject({ isExample: false });
	expect(await isExample('.')).toEqual({
		problems: [expect.stringMatching(/^--limits .* is a folder\. Give a JSON file such as /)],
	});
});

test('average runs 20 flows a second for a minute, six cards to four banks', () => {
	expect(check({})).toMatchObject({
		settings: {
			profile: 'average',
			target: undefined,
			isLoopback: true,
			ratePerSecond: 20,
			holdMs: 60_000,
			mix: { 'card/redirected': 0.6, 'bank/redirected': 0.4 },
			connections: 'per-user',
		},
	});
});

test('a shop has flows of its own, and a shopper who pays', () => {
	expect(check({ merchant: 'shop.jsonc', mix: 'card=3,bank=1' })).toMatchObject({
		settings: { shopper: 'http', mix: { 'merchant/card': 0.75, 'merchant/bank': 0.25 } },
	});
	expect(fields({ merchant: 'shop.jsonc', mix: 'card/approved=1' })).toEqual(['--mix']);
	expect(check({ profile: 'idempotency', merchant: 'shop.jsonc', mix: 'bank=1' })).toMatchObject({
		settings: { mix: { 'merchant/bank': 1 } },
	});
	expect(fields({ shopper: 'http' })).toEqual(['--shopper']);
	expect(fields({ merchant: 'shop.jsonc', shopper: 'nobody' })).toEqual(['--shopper']);
	const unpaid = { merchant: 'shop.jsonc', shopper: 'none' };
	expect(fields(unpaid)).toEqual([]);
	expect(fields({ ...unpaid, profile: 'rehearsal' })).toEqual(['--shopper']);
});

test('idempotency opens a connection for each call, and its report says so', () => {
	const checked = check({ profile: 'idempotency' });
	if ('problems' in checked) throw new Error(checked.problems.join(' '));
	expect(planFor(checked.settings, true).connections).toBe('new');
});

test('connections are kept by each user, or opened by each flow', () => {
	expect(check({ connections: 'new' })).toMatchObject({ settings: { connections: 'new' } });
	expect(fields({ connections: 'none' })).toEqual(['--connections']);
	for (const profile of ['smoke', 'rehearsal']) {
		expect(fields({ profile, connections: 'per-user' })).toEqual([]);
	}
	const shop = { profile: 'idempotency', merchant: 'shop.jsonc' };
	expect(check({ ...shop, connections: 'new' })).toMatchObject({
		settings: { connections: 'new' },
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

test.each(['60', '0s', '13h', 'soon', ''])('the duration "%s" is rejected', (duration) => {
	expect(fields({ duration })).toEqual(['--duration']);
});

test('an unknown profile is rejected with the known ones', () => {
	expect(check({ profile: 'stress' })).toMatchObject({
		problems: [
			'--profile "stress" is not known. Choose smoke, average, spike, soak, breakpoint, idempotency or rehearsal.',
		],
	});
});

const settings = (options: Partial<LoadOptions>, declared = {}) => {
	const result = check(options, declared);
	if ('problems' in result) throw new Error(result.problems.join(' '));
	return result.settings;
};

test('a rate is a number of flows per second or per minute', () => {
	expect(settings({ rate: '300/m' }).ratePerSecond).toBe(5);
	expect(settings({ rate: '45/m' }).ratePerSecond).toBe(0.75);
	expect(settings({ rate: '20/s' }).ratePerSecond).toBe(20);
});

test('rates of a profile are rates or multiples of the rate', () => {
	const { breakpoint } = settings({
		profile: 'breakpoint',
		rate: 10,
		from: '5',
		to: '3x',
		steps: 3,
	});
	expect(breakpoint).toEqual({ rates: [5, 17.5, 30], stepMs: 20_000, refine: null });
	const { spike } = settings({ profile: 'spike', rate: 10, peak: '2.5x', recover: '1m' });
	expect(spike).toEqual({ peakRatePerSecond: 25, peakMs: 60_000, recoverMs: 60_000 });
});

test('the declared load is the default of the rate and the peak', () => {
	const declared = { average: 12, peak: 100 };
	expect(settings({ profile: 'spike' }, declared)).toMatchObject({
		ratePerSecond: 12,
		spike: { peakRatePerSecond: 100 },
	});
	expect(settings({ profile: 'spike', rate: 5, peak: '3x' }, declared)).toMatchObject({
		ratePerSecond: 5,
		spike: { peakRatePerSecond: 15 },
	});
	expect(settings({ profile: 'breakpoint' }, declared).breakpoint.rates.at(-1)).toBe(150);
});

test.each<[object, string, Partial<LoadOptions>?]>([
	[{ average: 20, peak: 20 }, 'load.peak of the limits file must be above load.average. Raise'],
	[{ peak: 10 }, 'load.peak of the limits file must be above the default of --rate, 20 flows'],
	[{ average: 20, peak: 20 }, '--peak must be above load.average. Give', { peak: '1x' }],
	[{ peak: 10 }, 'load.peak of the limits file must be above --rate. Raise', { rate: 15 }],
])('for the load %j of the limits file, %s', (load, problem, options = {}) => {
	const checked = check({ profile: 'spike', ...options }, load);
	expect(checked).toMatchObject({ problems: [expect.stringContaining(problem)] });
});

test.each<[Partial<LoadOptions>, string]>([
	[{ profile: 'spike', peak: '1x', rate: 20 }, '--peak must be above --rate. Give'],
	[{ profile: 'spike', peak: '60/h' }, '--peak must be a rate of at most 1000'],
	[{ profile: 'spike', peakDuration: '2h' }, '--peak-duration must be a time from 1s to 1h'],
	[{ profile: 'spike', recover: '30' }, '--recover must be a time'],
	[{ profile: 'breakpoint', from: '2x', to: '1x' }, '--from must be a lower rate than --to.'],
	[{ profile: 'breakpoint', steps: 1 }, '--steps must be a whole number from 2 to 50.'],
	[{ profile: 'breakpoint', refine: '5' }, '--refine must be a share from 1% to 50%.'],
	[{ profile: 'idempotency', repeat: 'later,twice' }, '--repeat names something else than'],
	[{ limits: 'a.json', slo: 'b.json' }, '--slo is another name of --limits.'],
])('%j is rejected', (options, problem) => {
	expect(check(options)).toMatchObject({ problems: [expect.stringContaining(problem)] });
});

test.each<[Partial<LoadOptions>, string]>([
	[
		{ profile: 'average', peak: '2x' },
		'--peak has no meaning for the profile average. Leave it out, or choose --profile spike.',
	],
	[
		{ profile: 'breakpoint', duration: '5m' },
		'--duration has no meaning for the profile breakpoint, whose steps last --step-duration. Leave it out, or choose --profile average.',
	],
	[
		{ profile: 'soak', stepDuration: '5m' },
		'--step-duration has no meaning for the profile soak. Leave it out, or choose --profile breakpoint.',
	],
	[
		{ profile: 'idempotency', mix: 'card=1' },
		'--mix has no meaning for the profile idempotency, which repeats payment-options alone. Leave it out, or choose --profile average.',
	],
	[
		{ profile: 'idempotency', connections: 'per-user' },
		'--connections has no meaning for the profile idempotency. Leave it out, or choose --profile average.',
	],
	[
		{ profile: 'idempotency', merchant: 'shop.jsonc', repeat: 'lost' },
		'--repeat has no meaning with --merchant: the shop decides itself what it sends again. Leave it out.',
	],
	[
		{ profile: 'rehearsal', merchant: 'shop.jsonc', repeat: 'lost' },
		'--repeat has no meaning with --merchant: the shop decides itself what it sends again. Leave it out.',
	],
])('%j: an option without an effect is rejected', (options, problem) => {
	expect(check(options)).toEqual({ problems: [problem] });
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
