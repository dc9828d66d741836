/** Explains a run in which the shop called another service than the sandbox: nothing about the shop was tested. */
import type { LoadedMerchant } from './merchant-file.ts';

export function noShopCallSentence(
	{ file: { command } }: Pick<LoadedMerchant, 'file'>,
	sandbox: string,
): string {
	const where = command ? 'is {sandbox} in "env"' : `does it call ${sandbox}`;
	return `The shop made none of the three documented calls to the sandbox: ${where}, and does it add the paths /v2/…?`;
}
