/** An error of the three calls as the settings want it told: its shape, its code, its status (D-15 to D-17). */
import type { Placeholder } from '../contract/gaps/http-values.ts';
import type { Problem } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reply } from './call.ts';

type Json = unknown;

/** The status stays in the body when every answer is a 200: that is where such services tell it. */
export function serviceError(
	problem: Problem,
	problemType: string,
	{ format, template, codes, status: statuses, httpMode }: Settings['errors'],
): Pick<Reply, 'status' | 'contentType' | 'text'> {
	const status = statuses[problem.code] ?? problem.status;
	const code = codes[problem.code] ?? problem.code;
	const told = { ...problem, status, code };
	const bodies: Record<typeof format, () => Json> = {
		problem: () => told,
		envelope: () => {
			return { statusCode: code, resultType: 'error', result: { message: problem.detail } };
		},
		template: () => fill(template, told),
	};
	return {
		status: httpMode === 'always200' ? 200 : status,
		contentType: format === 'problem' ? problemType : 'application/json; charset=utf-8',
		text: JSON.stringify(bodies[format]()),
	};
}

type Values = Readonly<Record<Placeholder, string | number | null>>;

/** A text that is one placeholder becomes its value, so that a status stays a number and no field stays null. */
function fill(template: Json, values: Values): Json {
	if (typeof template === 'string') {
		const whole = /^\{(\w+)\}$/.exec(template)?.[1];
		if (whole !== undefined) return values[whole as Placeholder];
		return template.replace(/\{(\w+)\}/g, (_, name: Placeholder) => String(values[name] ?? ''));
	}
	if (Array.isArray(template)) return template.map((item) => fill(item, values));
	if (typeof template !== 'object' || template === null) return template;
	return Object.fromEntries(
		Object.entries(template).map(([name, inner]) => [name, fill(inner, values)]),
	);
}
