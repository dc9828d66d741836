/** Profiles of time: what latency and processing are before a person says otherwise. */
import type { Settings } from '../contract/settings.ts';

export const profileNames = ['sandbox', 'instant'] as const;
export type ProfileName = (typeof profileNames)[number];

const base: Settings = {
	latency: { default: 'none' },
	processing: { default: 'none', options: {}, banks: {} },
	defaultOutcome: 'APPROVE',
	ids: { source: 'random' },
	session: { ttl: '30m' },
	cashier: { maxAttempts: 3, poll: '3s' },
	http: { simHeaders: 'on' },
	limits: { maxPayments: 250_000 },
};

export const profiles: Record<ProfileName, Settings> = {
	/** Short delays that a person can watch. */
	sandbox: { ...base, processing: { ...base.processing, default: { fixed: '5s' } } },
	/** Everything at once: for tests that do not care about time. */
	instant: base,
};
