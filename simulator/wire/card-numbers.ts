/** Card numbers in what a caller sent are never told again, wherever they stand. */
import type { FieldError } from '../contract/problem.ts';
import { hideNumbers } from '../domain/card.ts';
import type { ApiError } from '../errors/api-error.ts';

/** What a caller sent stands in the texts of a refusal; its numbers and its lists are the sandbox's own. */
export function withoutNumbers(refusal: ApiError): ApiError {
	const errors = 'errors' in refusal ? { errors: refusal.errors.map(withoutNumber) } : {};
	const texts = Object.entries(refusal).flatMap(([name, value]) =>
		typeof value === 'string' ? [[name, hideNumbers(value)]] : [],
	);
	return { ...refusal, ...Object.fromEntries(texts), ...errors };
}

/** A caller may have made up the name of a field: what is said of the field repeats it. */
function withoutNumber<E extends FieldError>(error: E): E {
	const { param, detail, fix } = error;
	const name = hideNumbers(param);
	if (name === param) return error;
	return {
		...error,
		param: name,
		detail: detail.replaceAll(param, name),
		fix: fix.replaceAll(param, name),
	};
}
