/** Values that seldom change: taken apart when their text is another one than before, and else the same object. */

export interface SteadyValues {
	/** `content`: the JSON in the text. */
	read(name: string, text: string, content?: (text: string) => string): unknown;
	last(name: string): unknown;
}

/** About as many as there are workspaces. */
const most = 1_000;

export function createSteadyValues(): SteadyValues {
	const known = new Map<string, { text: string; value: unknown }>();
	return {
		read(name, text, content = (whole) => whole) {
			const before = known.get(name);
			if (before?.text === text) return before.value;
			const value: unknown = JSON.parse(content(text));
			known.delete(name);
			known.set(name, { text, value });
			if (known.size > most) known.delete(known.keys().next().value ?? '');
			return value;
		},
		last: (name) => known.get(name)?.value,
	};
}
