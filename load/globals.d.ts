/** The globals that k6's engine has and `@types/k6` does not declare. */
declare const console: {
	error(message: string): void;
	warn(message: string): void;
	log(message: string): void;
};

/**
 * Not in k6. Contract files reach this program as types only, and one of them uses URL on Node;
 * `runner/k6-files.test.ts` keeps it out of the files that k6 runs.
 */
declare const URL: {
	new (text: string): { protocol: string };
	canParse(text: string): boolean;
};
