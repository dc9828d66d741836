import { expect, test } from 'vitest';
import { redactedText } from '../../simulator/contract/redacted.ts';
import { brokenCallsNote, changedSettings } from './sandbox-settings.ts';

test('the report has no secret of the settings, no header value of a fault rule, and no note about a gap', () => {
	const match = { endpoint: 'hybridPayment', header: { Authorization: 'Bearer sk_live_123' } };
	const rule = { id: 'f', match, fault: { kind: 'close' } };
	const settings = {
		auth: { keys: ['key-of-the-sandbox'] },
		faults: [rule, { id: 'g', match: {}, fault: { kind: 'close' } }],
		gaps: { 'D-10': { confirmed: '2026-11-01', by: 'Ana' } },
		latency: { default: { fixed: '40ms' } },
	};
	expect(changedSettings(settings)).toEqual({
		faults: [
			{ ...rule, match: { ...match, header: { Authorization: redactedText } } },
			{ id: 'g', match: {}, fault: { kind: 'close' } },
		],
		'latency.default': { fixed: '40ms' },
	});
});

test.each([
	[[{ id: 'f', enabled: true }], 3, 'average', ['broken-calls']],
	[[{ id: 'f', enabled: true }], 0, 'average', []],
	[[{ id: 'f', enabled: false }], 3, 'average', []],
	[[{ id: 'f', enabled: true }], 3, 'idempotency', []],
	[undefined, 3, 'average', []],
] as const)(
	'with the fault rules %j and %s failed flows, a run of %s has the notes %j',
	(faults, failed, profile, ids) => {
		const everything = { started: 10, ok: 10 - failed, failed, dropped: 0 };
		const notes = brokenCallsNote({ faults }, { plan: { profile }, tally: { everything } });
		expect(notes.map(({ id }) => id)).toEqual(ids);
	},
);
