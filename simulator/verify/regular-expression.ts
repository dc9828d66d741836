/** Regular expressions of callers. RE2 takes linear time: no expression can block the server. */
import { RE2JS } from 're2js';

const longestExpression = 200;
const longestText = 4_096;

interface Expression {
	/** Null when the text is too long to be searched. */
	test(text: string): boolean | null;
	/** In RE2 instructions: repetitions such as `\w{90}` are written out. The time is this times the length of the text. */
	size: number;
}

/** The error is the rest of a sentence after the field's name. */
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
		const reason = (error as Error).message.replace('error parsing regexp: ', '');
		return { error: `must be a regular expression of RE2, without look-around: ${reason}` };
	}
}

/** Whether a pattern's text is a regular expression: `/…/`. */
export const isExpression = (text: string) =>
	text.length > 2 && text.startsWith('/') && text.endsWith('/');
