/** Compiles regular expressions of callers with RE2, which takes linear time: no expression can block the server. */
import { RE2JS } from 're2js';
import { hideCardNumbers } from '../domain/card.ts';

const longestExpression = 200;
const longestText = 4_096;

interface Expression {
	/** Tests a text; null if it is too long to be searched. */
	test(text: string): boolean | null;
	/**
	 * The size in RE2 instructions. Repetitions such as `\w{90}` are expanded. The search time is the size multiplied by
	 * the length of the text.
	 */
	size: number;
}

/** Compiles an expression. The error is the rest of a sentence that begins with the field's name. */
export function compileExpression(source: string): Expression | { error: string } {
	if (source.length > longestExpression) {
		return { error: `must be a regular expression of at most ${longestExpression} characters` };
	}
	try {
		const expression = RE2JS.compile(source);
		return {
			size: expression.programSize(),
			test: (text) => (text.length > longestText ? null : expression.matcher(text).find()),
		};
	} catch (error) {
		// The message quotes the expression, which may contain a card number.
		const reason = hideCardNumbers((error as Error).message).replace('error parsing regexp: ', '');
		return { error: `must be a regular expression of RE2, without look-around: ${reason}` };
	}
}

/** Whether the text of a pattern is a regular expression: `/…/`. */
export const isExpression = (text: string) =>
	text.length > 2 && text.startsWith('/') && text.endsWith('/');
