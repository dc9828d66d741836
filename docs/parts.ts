/** The parts of the docs pages that `npm run docs` generates. */
import {
	assumptionsTable,
	bugsTable,
	findingsTable,
	marketsTable,
	merchantStoriesTable,
	optionsTable,
	settingsTable,
	storiesTable,
	warningsTable,
} from './tables.ts';

export interface GeneratedPart {
	/** The path of the page, from the root of the package. */
	file: string;
	/** The text between `<!-- mark:begin -->` and `<!-- mark:end -->` is replaced. */
	mark: string;
	text(): string;
}

export const generatedParts: readonly GeneratedPart[] = [
	{ file: 'docs/configuration.md', mark: 'options', text: optionsTable },
	{ file: 'docs/markets.md', mark: 'markets', text: marketsTable },
	{ file: 'docs/assumptions.md', mark: 'gaps', text: assumptionsTable },
	{ file: 'docs/assumptions.md', mark: 'warnings', text: warningsTable },
	{ file: 'docs/findings.md', mark: 'findings', text: findingsTable },
	{ file: 'docs/example-merchant.md', mark: 'bugs', text: bugsTable },
	{ file: 'docs/test-your-shop.md', mark: 'stories', text: merchantStoriesTable },
	{ file: 'docs/settings.md', mark: 'settings', text: settingsTable },
	{ file: 'docs/stories.md', mark: 'stories', text: storiesTable },
];

/** Returns the page with its generated part replaced. Throws unless the page contains both marks, once and in order. */
export function replacePart({ file, mark, text }: GeneratedPart, page: string): string {
	const [before, between, ...rest] = page.split(`<!-- ${mark}:begin -->`);
	const [, after, ...more] = (between ?? '').split(`<!-- ${mark}:end -->`);
	if (before === undefined || after === undefined || rest.length + more.length > 0) {
		throw new Error(`${file} must hold <!-- ${mark}:begin --> and <!-- ${mark}:end --> once.`);
	}
	return `${before}<!-- ${mark}:begin -->\n${text().trim()}\n<!-- ${mark}:end -->${after}`;
}
