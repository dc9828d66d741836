/** Profiles of time: what latency and processing are before a person says otherwise. */
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';

export const profileNames = ['sandbox', 'instant', 'realistic', 'degraded'] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Profile {
	settings: Settings;
	/** Whether windows and processing delays are those that public sources tell of each payment method. */
	methodTimes: boolean;
}

const { latency, processing } = defaultSettings;

const slowly = (median: number, p99: number): Settings => ({
	...defaultSettings,
	latency: { ...latency, default: { lognormal: { median, p99 } } },
});

export const profiles: Record<ProfileName, Profile> = {
	/** Short delays that a person can watch. */
	sandbox: {
		settings: { ...defaultSettings, processing: { ...processing, default: { fixed: '5s' } } },
		methodTimes: false,
	},
	/** Everything at once: for tests that do not care about time. */
	instant: { settings: defaultSettings, methodTimes: false },
	/** Answers as quick as a service over the internet, payments as slow as their method. */
	realistic: { settings: slowly(120, 600), methodTimes: true },
	/** The same on a bad day: answers take a second, and now and then many. */
	degraded: { settings: slowly(1_000, 8_000), methodTimes: true },
};
