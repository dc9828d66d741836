/** Globals of k6's engine that `@types/k6` does not declare. */
declare const console: {
	error(message: string): void;
	warn(message: string): void;
	log(message: string): void;
};

/** Loads a module while k6 creates a virtual user. Later calls return only modules that are already loaded. */
declare function require(module: string): object;

/**
 * Not in k6. This program includes contract files as types only, and some of them use URL under Node;
 * `k6-scripts.test.ts` keeps it out of the files that k6 runs.
 */
declare const URL: {
	new (text: string): { protocol: string; origin: string };
	canParse(text: string): boolean;
};
