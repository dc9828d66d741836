/** Writes the answer to a question as text, for the message of a failed test. */
import type { Difference, VerifyAnswer, VerifyQuestion } from '../contract/verify.ts';

interface DescribeAnswerOptions {
	unit: NonNullable<VerifyQuestion['unit']>;
	/** Whether each reference is counted for itself. */
	isPerReference: boolean;
	uncertain: number;
	uncounted: number;
	missing: number;
	isSame: boolean;
	isWatched: boolean;
	open: number;
	missed: number;
}

export function describeAnswer(
	answer: Omit<VerifyAnswer, 'message'>,
	options: DescribeAnswerOptions,
): string {
	const { unit, isPerReference, uncertain, uncounted, missing, isSame, isWatched, open, missed } =
		options;
	const { ok, complete, matched, expected, entries, references = [], nearest } = answer;
	const found = `found ${matched}${isPerReference ? ' in all' : ''}${entries.length > 0 ? ` (journal ${entriesText(entries)})` : ''}`;
	const each = isPerReference ? ' for each paymentReference' : '';
	const lines = [`Expected ${expectedText(expected, unit)}${each}, ${found}.`];
	if (ok) return lines.join('\n');
	for (const { reference, matched: number } of references) {
		lines.push(`  ${JSON.stringify(reference)} has ${number}.`);
	}
	if (!complete) {
		lines.push('The answer is not certain:');
		if (missing > 0) {
			lines.push(
				`  The journal does not have ${missing} of the calls: raise limits.journalEntries, set journal.mode to full, or empty the journal before the test.`,
			);
		}
		if (uncertain > 0) {
			lines.push(
				`  ${countOf(uncertain)} may match, but the journal masked or did not keep a value, or the store did not say whether it stored their payment: match by status, reference or transactionId, or list the payments.`,
			);
		}
		if (uncounted > 0) {
			lines.push(
				`  ${countOf(uncounted)} ${uncounted === 1 ? 'belongs' : 'belong'} to more references or payments than can be told apart: send fewer questions, or narrow "match".`,
			);
		}
		if (open > 0) {
			lines.push(
				`  ${countOf(open)} ${open === 1 ? 'has' : 'have'} no response yet and may match: ask after the response, or wait longer.`,
			);
		}
		if (missed > 0) {
			lines.push(
				`  ${countOf(missed)} ${missed === 1 ? 'has' : 'have'} no entry and may match: the workspace was reset during the call, or the call ended before the store answered. Reset the workspace, or empty the journal, before the test.`,
			);
		}
		if (!isSame) {
			lines.push(
				'  The workspace was reset meanwhile or has expired, the journal dropped all its calls, or Redis lost its data: reset the workspace before the test.',
			);
		}
		if (!isWatched) lines.push('  The wait ended before its time: the sandbox stops.');
	}
	for (const { entry, differences } of nearest) {
		lines.push(`  Journal entry ${entry} differs:`);
		lines.push(...differences.map((difference) => `    ${differenceText(difference)}`));
	}
	return lines.join('\n');
}

const countOf = (calls: number) => (calls === 1 ? '1 call' : `${calls} calls`);

function expectedText(
	{ exactly, atLeast, atMost }: VerifyAnswer['expected'],
	unit: string,
): string {
	const number = exactly ?? atLeast ?? atMost ?? 0;
	const kind = exactly !== undefined ? 'exactly' : atLeast !== undefined ? 'at least' : 'at most';
	return `${kind} ${number} ${number === 1 ? unit.slice(0, -1) : unit}`;
}

const maxIds = 10;

function entriesText(ids: readonly number[]): string {
	const more = ids.length > maxIds ? ', …' : '';
	return `${ids.length === 1 ? 'entry' : 'entries'} ${ids.slice(0, maxIds).join(', ')}${more}`;
}

function differenceText({ path, expected, actual }: Difference): string {
	const found = actual === undefined ? 'is absent' : `is ${JSON.stringify(actual)}`;
	return `${path} ${found}, expected ${JSON.stringify(expected)}`;
}
