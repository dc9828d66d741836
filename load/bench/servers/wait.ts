/** Never less than asked: a timer may fire up to a millisecond early, and is then armed again, as in the sandbox. */
export function wait(ms: number, then: () => void): void {
	const endMs = performance.now() + ms;
	const check = () => {
		const leftMs = endMs - performance.now();
		if (leftMs <= 0) then();
		else setTimeout(check, Math.max(1, leftMs));
	};
	setTimeout(check, ms);
}
