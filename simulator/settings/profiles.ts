/** Profiles of time: what latency and processing are before a person says otherwise. */
import type { Settings } from '../contract/settings.ts';

export const profileNames = ['sandbox', 'instant', 'realistic', 'degraded'] as const;
export type ProfileName = (typeof profileNames)[number];

const base: Settings = {
	latency: { default: 'none' },
	processing: { default: 'none', options: {}, banks: {} },
	defaultOutcome: 'APPROVE',
	outcomes: { amountEndings: 'off' },
	ids: { source: 'random' },
	session: { ttl: '30m' },
	cashier: { maxAttempts: 3, poll: '3s' },
	http: { simHeaders: 'on' },
	limits: { maxPayments: 250_000 },
};

export interface Profile {
	settings: Settings;
	/** Whether windows and processing delays are those that public sources tell of each payment method. */
	methodTimes: boolean;
}

const slowly = (median: number, p99: number) => ({
	default: { lognormal: { median, p99 } },
});

export const profiles: Record<ProfileName, Profile> = {
	/** Short delays that a person can watch. */
	sandbox: {
		settings: { ...base, processing: { ...base.processing, default: { fixed: '5s' } } },
		methodTimes: false,
	},
	/** Everything at once: for tests that do not care about time. */
	instant: { settings: base, methodTimes: false },
	/** Answers as quick as a service over the internet, payments as slow as their method. */
	realistic: { settings: { ...base, latency: slowly(120, 600) }, methodTimes: true },
	/** The same on a bad day: answers take a second, and now and then many. */
	degraded: { settings: { ...base, latency: slowly(1_000, 8_000) }, methodTimes: true },
};
