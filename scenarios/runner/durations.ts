/** How long something took, in the unit a person would choose. */
export function formatMilliseconds(milliseconds: number): string {
	if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
	if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
	const seconds = Math.round(milliseconds / 1_000);
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
