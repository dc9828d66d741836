/** The options whose suboptions were asked for. Nearly every payment that lists anything lists one: such lists are shared. */
import { createWays } from './ways.ts';

export const nothingListed: readonly string[] = Object.freeze([]);

export const withListed = createWays<readonly string[], string>({
	start: nothingListed,
	wordsOf: [(optionCode) => optionCode],
	isUsual: (listed) => listed.length === 0,
	next: (listed, optionCode) => Object.freeze(listed.concat(optionCode)),
});
