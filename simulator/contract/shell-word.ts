/** Matches characters that a terminal could obey when the text is pasted, and NUL, which no argument can contain. */
const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Quotes a text as one word that no POSIX shell interprets. */
export function quoteShellWord(text: string): string {
	if (!control.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
	// Use `$'…'`, which bash, zsh and POSIX.1-2024 read. Other shells pass the escapes on. Quotes and backslashes are
	// octal too, because `\'` ends the word in dash; octal escapes of three digits cannot merge with the next character.
	const escaped = [...text.replaceAll('\0', '')].map((char) =>
		char === "'" || char === '\\' || control.test(char) ? octal(char) : char,
	);
	return `$'${escaped.join('')}'`;
}

function octal(char: string): string {
	const bytes = [...new TextEncoder().encode(char)];
	return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
