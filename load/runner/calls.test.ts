import { expect, test } from 'vitest';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import { outcomeOf } from '../outcomes.ts';
import { readServerTiming } from '../server-timing.ts';

test.each([
	[200, 0, 'accepted'],
	[302, 0, 'bad_contract'],
	[400, 1400, 'client_error'],
	[429, 1429, 'rate_limited'],
	[503, 1503, 'server_error'],
	[0, 1050, 'timeout'],
	[0, 1212, 'transport'],
])('status %i with error code %i is %s', (status, code, outcome) => {
	expect(outcomeOf(status, code)).toBe(outcome);
});

test('the time of an answer is told apart by the header', () => {
	expect(readServerTiming('injected;dur=80.5, sandbox;dur=0.4')).toEqual({
		injectedMs: 80.5,
		ownMs: 0.4,
	});
	expect(readServerTiming('sandbox;desc="own";dur=2')).toEqual({ ownMs: 2 });
	expect(readServerTiming('cdn-cache;desc=HIT, edge;dur=1')).toEqual({});
	expect(readServerTiming(undefined)).toEqual({});
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
