/** What a report is about: the integrator's shop, or the host that the run called. */
import type { RunReport } from '../simulator/contract/run-report.ts';

/** Whether the run tested a shop. The target of such a run is the sandbox behind the shop. */
export const isAboutShop = (report: RunReport): boolean =>
	(report.kind === 'load' ? report.subject : report.mode) === 'merchant';

/** What the target of the run is called in a report. */
export const targetLabel = (report: RunReport): string =>
	isAboutShop(report) ? 'Sandbox' : 'Target';

/** The sentence in every report that says what the run proves, and what it does not. */
export function whatRunProvesSentence(report: RunReport): string {
	const subject = isAboutShop(report)
		? `your shop with the sandbox ${report.target} behind it`
		: report.target;
	return `This is about ${subject}, tested from this machine in this run. A sandbox is not the real service, and another host may give other results.`;
}
