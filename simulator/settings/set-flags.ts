/** `--set session.ttl=10m`: settings by their path, as one patch. */

import type { JsonObject } from '../contract/json.ts';
import { isObject } from '../contract/json.ts';

/** Later ones beat earlier ones. A value is JSON where it can be read as such, and else a plain text. */
export function patchOf(flags: readonly string[]): { patch: JsonObject; problems: string[] } {
	let patch: JsonObject = {};
	const problems: string[] = [];
	for (const flag of flags) {
		const [path = '', ...text] = flag.split('=');
		const names = path.split('.');
		if (text.length === 0 || names.includes(''))
			problems.push(`--set ${path} must be path=value, such as session.ttl=10m`);
		else patch = put(patch, names, readValue(text.join('=')));
	}
	return { patch, problems: [...new Set(problems)] };
}

function put(
	target: JsonObject,
	[name = '', ...inner]: readonly string[],
	value: unknown,
): JsonObject {
	if (inner.length === 0) return { ...target, [name]: value };
	const before = Object.hasOwn(target, name) ? target[name] : undefined;
	return { ...target, [name]: put(isObject(before) ? before : {}, inner, value) };
}

function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
