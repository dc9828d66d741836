/** Profiles: the default latency and processing times of a sandbox. */
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';

export const profileNames = ['sandbox', 'instant', 'realistic', 'degraded'] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Profile {
	settings: Settings;
	/** Whether each payment option has the payment window and the processing delay that public sources state for it. */
	methodTimes: boolean;
}

const { latency, processing } = defaultSettings;

/**
 * The settings of a profile with method times. `processing.default` is not set: a client that sends back the settings it
 * has read would otherwise override the time of each method.
 */
const slowly = (median: number, p99: number): Settings => ({
	...defaultSettings,
	latency: { ...latency, default: { lognormal: { median, p99 } } },
	processing: { ...processing, default: undefined },
});

export const profiles: Record<ProfileName, Profile> = {
	/** The profile for a person who watches the pages: short delays. */
	sandbox: {
		settings: { ...defaultSettings, processing: { ...processing, default: { fixed: '5s' } } },
		methodTimes: false,
	},
	/** The profile for tests that do not depend on time: no delays. */
	instant: { settings: defaultSettings, methodTimes: false },
	/** The profile with the latency of a service over the internet, and with the processing time of each method. */
	realistic: { settings: slowly(120, 600), methodTimes: true },
	/** The same with slow responses: one second in the median, eight at p99. */
	degraded: { settings: slowly(1_000, 8_000), methodTimes: true },
};
