/** Presets: sets of fault rules that imitate a failure. The title says which one. */
import { markets } from '../catalog/markets.ts';
import type { FaultPreset, PresetName } from '../contract/faults.ts';
import { presetNames } from '../contract/faults.ts';

type Preset = Omit<FaultPreset, 'name'>;

const firstBanks = markets.flatMap(({ options }) => options[0]?.banks[0]?.id ?? []);

const presets: Readonly<Record<PresetName, Preset>> = {
	brownout: {
		title: 'An overloaded service for two minutes: some calls are slow, some fail.',
		rules: [
			{
				fault: { kind: 'status', status: 503 },
				probability: 0.05,
				ttl: '2m',
			},
			{
				fault: { kind: 'delay', law: { lognormal: { median: '2s', p99: '5s' } } },
				probability: 0.05,
				ttl: '2m',
			},
		],
	},
	'flaky-network': {
		title: 'A network that loses connections, before or after the service has done its work.',
		rules: [
			{ fault: { kind: 'reset' }, probability: 0.02 },
			{ fault: { kind: 'close' }, phase: 'after', probability: 0.02 },
		],
	},
	'bank-down': {
		title: 'The first bank of each market is down: hybrid-payment fails for it.',
		rules: [
			{
				match: { endpoint: 'hybridPayment', bank: firstBanks },
				fault: { kind: 'status', status: 503 },
			},
		],
	},
	'lost-answers': {
		title: 'Payments that exist although their creator got no response.',
		rules: [
			{
				match: { endpoint: 'paymentOptions' },
				phase: 'after',
				fault: { kind: 'close' },
				probability: 0.1,
			},
		],
	},
	'rate-limited': {
		title: 'A service that limits the rate of calls.',
		rules: [{ fault: { kind: 'status', status: 429, retryAfter: '1s' }, probability: 0.2 }],
	},
	'proxy-error-page': {
		title: 'A proxy in front of the service that answers with an HTML page of its own.',
		rules: [{ fault: { kind: 'content-type' }, probability: 0.05 }],
	},
	'slow-start': {
		title: 'A service that has just started: its first calls are slow.',
		rules: [{ fault: { kind: 'delay', law: { fixed: '2s' } }, times: 20 }],
	},
};

export const faultPresets: readonly FaultPreset[] = presetNames.map((name) => ({
	name,
	...presets[name],
}));
