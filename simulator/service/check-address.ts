/** What the settings ask of the address to return to, in words (D-36). */
import type { Settings } from '../contract/settings.ts';
import type { RedirectProblem } from '../domain/return-url.ts';
import { redirectProblem } from '../domain/return-url.ts';
import type { FieldProblem } from './field-problem.ts';

/** `address` is one that the schema of the request has taken. */
export function checkAddress(address: string, settings: Settings): FieldProblem | null {
	const problem = redirectProblem(address, settings.return);
	if (problem === null) return null;
	const { rule, example } = wordsOf(problem);
	const param = 'redirectUrl';
	const fix = `Send an address such as ${example}, or change return.schemes and return.hosts.`;
	return { error: { param, detail: `${param} ${rule}.`, fix }, assumption: 'D-36' };
}

function wordsOf(problem: RedirectProblem): { rule: string; example: string } {
	const { broken, allowed } = problem;
	const [first] = allowed;
	if (broken === 'schemes') {
		const rule = `must begin with ${anyOf(allowed.map((scheme) => `${scheme}:`))}`;
		return { rule, example: `${first}://…` };
	}
	return { rule: `must lead to ${anyOf(allowed)}`, example: `${problem.scheme}://${first}/…` };
}

function anyOf(values: readonly string[]): string {
	return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}
