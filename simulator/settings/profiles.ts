/** Profiles: the default latency and processing times of a sandbox. */
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';

export const profileNames = ['sandbox', 'instant', 'realistic', 'degraded'] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Profile {
	settings: Settings;
	/** Whether each payment option has the windows and processing delays that public sources state for it. */
	methodTimes: boolean;
}

const { latency, processing } = defaultSettings;

const slowly = (median: number, p99: number): Settings => ({
	...defaultSettings,
	latency: { ...latency, default: { lognormal: { median, p99 } } },
});

export const profiles: Record<ProfileName, Profile> = {
	/** Short delays, for a person who watches the pages. */
	sandbox: {
		settings: { ...defaultSettings, processing: { ...processing, default: { fixed: '5s' } } },
		methodTimes: false,
	},
	/** No delays, for tests that do not depend on time. */
	instant: { settings: defaultSettings, methodTimes: false },
	/** The latency of a service over the internet, and the processing time of each method. */
	realistic: { settings: slowly(120, 600), methodTimes: true },
	/** The same with slow responses: a second in the median, eight at p99. */
	degraded: { settings: slowly(1_000, 8_000), methodTimes: true },
};
