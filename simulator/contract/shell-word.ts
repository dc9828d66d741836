/** Characters that a terminal could obey when they are pasted, and NUL, which no argument can contain. */
const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The text as one word, which no POSIX shell interprets. */
export function shellWord(text: string): string {
	if (!control.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
	// `$'…'` of bash, zsh and POSIX.1-2024. Other shells pass the escapes on: quotes and backslashes are escaped as octal
	// too, because `\'` ends the word in dash. Octal escapes of three digits cannot run into the next character.
	const escaped = [...text.replaceAll('\0', '')].map((char) =>
		char === "'" || char === '\\' || control.test(char) ? octal(char) : char,
	);
	return `$'${escaped.join('')}'`;
}

function octal(char: string): string {
	const bytes = [...new TextEncoder().encode(char)];
	return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
