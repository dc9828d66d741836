/** Makes text safe for a terminal: a reference or an answer may contain characters that a terminal obeys. */

/**
 * Writes control and invisible characters as `\u001b` and so on. `kept` are those that stay, such as `\n` in a text of
 * several lines.
 */
export const toVisibleText = (text: string, kept = ''): string =>
	text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
		kept.includes(char) ? char : `\\u${char.codePointAt(0)?.toString(16).padStart(4, '0')}`,
	);

export const toVisibleLines = (text: string): string =>
	toVisibleText(text.replace(/\r\n/g, '\n'), '\n\t');
