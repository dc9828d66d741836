/** Returns a function that exchanges its text with that of its next call. */
export function createSwap() {
	let waiting: { text: string; resolve(text: string): void } | undefined;
	return (own: string): Promise<string> | string => {
		if (waiting) {
			const other = waiting;
			waiting = undefined;
			other.resolve(own);
			return other.text;
		}
		return new Promise((resolve) => {
			waiting = { text: own, resolve };
		});
	};
}
