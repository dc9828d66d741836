/** The tables of a report break no words where there is room, and no word of a user makes them wider than the page. */
import { expect } from 'vitest';
import { renderHtml } from '../reports/html/page.ts';
import { browserTest, openPage } from './support/browser.ts';
import { breakpointRun, readyRun, repeatedRun } from './support/load-reports.ts';
import { merchantRun } from './support/scenario-reports.ts';

const longText = 'The shopper pays, and the order is paid. '.repeat(8);

/** All stories pass: the columns with the reasons are empty, and the narrowest. */
const allPassed = {
	...merchantRun,
	scenarios: merchantRun.scenarios
		.filter(({ status }) => status === 'passed')
		.map((story) => ({ ...story, title: longText })),
};

const longSummaries = {
	...readyRun,
	members: readyRun.members?.map((member) => ({ ...member, summary: longText })),
};

const firstStory = allPassed.scenarios.slice(0, 1);
const longNames = {
	...merchantRun,
	scenarios: firstStory.map((story) => ({ ...story, name: `own/${'x'.repeat(400)}` })),
};

/** The words of headings and first cells that are on more than one line. */
const brokenWords = `[...document.querySelectorAll('table[role=table] th')].flatMap((cell) => {
	// A narrow screen hides the headings.
	if (getComputedStyle(cell.closest('thead') ?? cell).position === 'absolute') return [];
	const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
	const broken = [];
	while (texts.nextNode()) {
		for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s/-]+/g)) {
			const range = document.createRange();
			range.setStart(texts.currentNode, index);
			range.setEnd(texts.currentNode, index + word.length);
			if (range.getClientRects().length > 1) broken.push(word);
		}
	}
	return broken;
})`;

const outside = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

browserTest.for([390, 800, 1280])(
	'the tables of a report break no words (%i px)',
	async (width) => {
		const page = await openPage({ viewport: { width, height: 800 } });
		for (const [name, report] of Object.entries({
			allPassed,
			merchantRun,
			readyRun,
			repeatedRun,
		})) {
			await page.setContent(renderHtml(report));
			expect([name, await page.evaluate(brokenWords)]).toEqual([name, []]);
		}
		for (const report of [longNames, allPassed, longSummaries, repeatedRun, breakpointRun]) {
			await page.setContent(renderHtml(report));
			expect(await page.evaluate(outside)).toBe(0);
		}
	},
);
