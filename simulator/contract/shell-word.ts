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

/** Quotes a text that has one character for each byte, as one word with these bytes. For bytes that are not UTF-8. */
export function quoteShellBytes(bytes: string): string {
	const escaped = bytes.replace(/[^ -&(-[\]-~]/g, (byte) => octalByte(byte.charCodeAt(0)));
	return `$'${escaped}'`;
}

function octal(char: string): string {
	return [...new TextEncoder().encode(char)].map(octalByte).join('');
}

const octalByte = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
