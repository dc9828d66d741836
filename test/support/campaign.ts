/** How long the long tests are: a sample in `npm test`, the full count in `npm run test:full`. */
export const full = process.env.PAYIN_SANDBOX_TEST === 'full';

export const campaign = (counts: { sample: number; full: number }): number =>
	full ? counts.full : counts.sample;
