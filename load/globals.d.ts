/** Globals of k6's engine that `@types/k6` does not declare. */
declare const console: {
	error(message: string): void;
	warn(message: string): void;
	log(message: string): void;
};

/**
 * Not in k6. This program includes contract files as types only, and one of them uses URL under Node;
 * `k6-scripts.test.ts` keeps it out of the files that k6 runs.
 */
declare const URL: {
	new (text: string): { protocol: string };
	canParse(text: string): boolean;
};
