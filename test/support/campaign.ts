import { onTestFinished, test } from 'vitest';

/** Whether the long campaigns run at full count (`npm run test:full`), or a seeded sample of them. */
export const full = process.env.PAYIN_SANDBOX_TEST === 'full';

/** A test of `npm run test:full` only: `npm test` has another test for the same rule, or a variant of this one. */
export const fullTest = test.skipIf(!full);

/** How often a campaign runs. */
export const campaign = (counts: { sample: number; full: number }) =>
	full ? counts.full : counts.sample;

declare module 'vitest' {
	interface TaskMeta {
		figure?: string;
	}
}

/** Notes what the running test has measured or counted. `npm run promises` shows it. */
export function noteFigure(figure: string): void {
	onTestFinished(({ task }) => {
		task.meta.figure = figure;
	});
}
