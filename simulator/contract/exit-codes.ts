/** The exit codes of all commands. */
export const exitCodes = {
	/** Passed, GO, or stopped on request. */
	passed: 0,
	/** An expectation failed, or the verdict is NO-GO. */
	failed: 1,
	/** The usage or the configuration is wrong: nothing ran. */
	usage: 2,
	/** The run could not take place: target unreachable, port taken, k6 missing, script error. */
	couldNotRun: 3,
	/** The run was measured, but its result is not reliable. */
	inconclusive: 4,
	interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
