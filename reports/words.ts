/** Sentences that the pages and the summary share. */

export function scopeSentence(target: string): string {
	return `This is about ${target}, as this machine met it during this run. A sandbox is not the real service: what holds here is no promise about another host.`;
}
