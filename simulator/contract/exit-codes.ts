/** Exit codes, the same for every command. */
export const exitCodes = {
	/** Passed, GO, or stopped as asked. */
	passed: 0,
	/** A failed expectation, or NO-GO. */
	failed: 1,
	/** Wrong usage or configuration: nothing ran. */
	usage: 2,
	/** Could not run: target unreachable, port taken, k6 missing, script error. */
	couldNotRun: 3,
	/** Measured, but the result is not reliable. */
	inconclusive: 4,
	interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
