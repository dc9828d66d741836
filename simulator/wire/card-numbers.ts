/** Card numbers in what a caller sent are never told again, wherever they stand. */
import type { FieldError } from '../contract/problem.ts';
import { hideNumbers } from '../domain/card.ts';
import type { Refusal } from '../refusals/refusal.ts';

/** What a caller sent stands in the texts of a refusal; its numbers and its lists are the sandbox's own. */
export function withoutNumbers(refusal: Refusal): Refusal {
	const quoted = Object.entries(refusal).map(([name, value]) => [
		name,
		typeof value === 'string' ? hideNumbers(value) : value,
	]);
	const hidden: Refusal = Object.fromEntries(quoted);
	return 'errors' in hidden ? { ...hidden, errors: hidden.errors.map(withoutNumber) } : hidden;
}

/** A caller may have made up the name of a field: what is said of the field repeats it. */
function withoutNumber({ param, detail, fix }: FieldError): FieldError {
	const name = hideNumbers(param);
	if (name === param) return { param, detail, fix };
	return {
		param: name,
		detail: detail.replaceAll(param, name),
		fix: fix.replaceAll(param, name),
	};
}
