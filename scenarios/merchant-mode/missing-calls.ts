/** Explains why the recorded calls cannot judge a shop: it called another service, or the journal dropped calls. */
import { pluralize } from '../../reports/figures.ts';
import type { LoadedMerchant } from './merchant-file.ts';

export function noShopCallSentence(
	{ file: { command } }: Pick<LoadedMerchant, 'file'>,
	sandbox: string,
): string {
	const where = command ? 'is {sandbox} in "env"' : `does it call ${sandbox}`;
	return `The shop made none of the three documented calls to the sandbox: ${where}, and does it add the paths /v2/…?`;
}

/** The journal does not have calls of a story, so what the story misses may be among them. */
export const droppedCallsReason = (dropped: number): string =>
	`the journal of the sandbox dropped ${pluralize(dropped, 'call')} of this story, so its calls cannot be judged. Raise limits.journalEntries and limits.journalBytes, unless the shop repeats calls without end.`;
