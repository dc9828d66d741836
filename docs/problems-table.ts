/** Every refusal, in the order of the codes: the table of docs/problems.md. */
import type { ProblemCode } from '../simulator/contract/problem.ts';
import { problemCodes } from '../simulator/contract/problem.ts';
import { statusAndTitleOf } from '../simulator/wire/problem.ts';
import { httpProblemWords } from './http-problems.ts';
import { paymentProblemWords } from './payment-problems.ts';
import { code, table } from './table.ts';

/** Complete by construction: a code without its meaning and its fix does not compile. */
const words: Readonly<Record<ProblemCode, readonly [meaning: string, fix: string]>> = {
	...paymentProblemWords,
	...httpProblemWords,
};

export function problemsTable(): string {
	const rows = problemCodes.map((name) => [
		code(name),
		String(statusAndTitleOf(name).status),
		...words[name],
	]);
	return table(['code', 'status', 'meaning', 'fix'], rows);
}
