/**
 * Validates like zod, but faster for a valid value. To report every problem, zod copies the value and keeps a list of
 * issues for each field. That takes a tenth of a call's time, although nearly every request is valid.
 */
import type { z } from 'zod';
import { isObject } from './json.ts';

export type Parser<T> = Pick<z.ZodType<T>, 'safeParse'>;

type IsValid = (value: unknown) => boolean;
type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck<unknown>;

/**
 * Makes a parser. It returns a valid value unchanged, including fields that the schema would remove. zod parses invalid
 * values, and all values of a schema with parts that are unknown here.
 */
export function fastParser<S extends z.ZodType>(schema: S): Parser<z.output<S>> {
	const isValid = validatorOf(schema);
	return {
		safeParse: (value, context) =>
			isValid(value)
				? { success: true, data: value as z.output<S> }
				: (schema.safeParse(value, context) as z.ZodSafeParseResult<z.output<S>>),
	};
}

/** The part of zod's schema description (`_zod.def`) that is read here. zod keeps it public for libraries. */
interface Definition {
	type: string;
	shape?: Record<string, Schema>;
	catchall?: Schema;
	innerType?: Schema;
	checks?: readonly Check[];
}

interface CheckDefinition {
	check: string;
	maximum?: number;
	pattern?: RegExp;
}

function definitionOf({ _zod }: Schema): Definition {
	return _zod.def as unknown as Definition;
}

function validatorOf(schema: Schema): IsValid {
	const definition = definitionOf(schema);
	const { type, innerType, checks = [] } = definition;
	if (type === 'object') return checks.length === 0 ? objectValidator(definition) : () => false;
	if (type !== 'optional' && type !== 'nonoptional') return leafValidator(schema, checks);
	const inner = innerType ? validatorOf(innerType) : () => false;
	return (value) => (value === undefined ? type === 'optional' : inner(value));
}

function objectValidator({ shape = {}, catchall }: Definition): IsValid {
	const fields = Object.entries(shape).map(([name, schema]) => {
		return { name, isValid: validatorOf(schema) };
	});
	const isStrict = catchall !== undefined && definitionOf(catchall).type === 'never';
	if (catchall && !isStrict) return () => false;
	return (value) => {
		if (!isObject(value)) return false;
		for (const { name, isValid } of fields) if (!isValid(value[name])) return false;
		return !isStrict || Object.keys(value).every((name) => Object.hasOwn(shape, name));
	};
}

/** Validates a value without parts: its type, then its checks, without a list of issues. */
function leafValidator(schema: Schema, added: readonly Check[]): IsValid {
	const isOfType = typeValidators[definitionOf(schema).type];
	if (!isOfType) return () => false;
	// The schema of a format, such as `z.uuid()`, is also its own first check.
	const isCheck = schema._zod.traits.has('$ZodCheck');
	const checks = isCheck ? [schema as unknown as Check, ...added] : added;
	const rules = checks.map(checkValidator);
	return (value) => {
		if (!isOfType(value)) return false;
		for (const isValid of rules) if (!isValid(value)) return false;
		return true;
	};
}

const typeValidators: Readonly<Record<string, IsValid>> = {
	string: (value) => typeof value === 'string',
	number: Number.isFinite,
};

/** Lengths and patterns are compared here. Other checks run on a payload, as in zod. */
function checkValidator(check: Check): IsValid {
	const { check: kind, maximum, pattern } = check._zod.def as CheckDefinition;
	if (kind === 'max_length' && maximum !== undefined) {
		return (value) => (value as string).length <= maximum;
	}
	if (kind === 'string_format' && pattern && !pattern.global && !pattern.sticky) {
		return (value) => pattern.test(value as string);
	}
	return (value) => {
		const payload: z.core.ParsePayload = { value, issues: [] };
		const isPending = check._zod.check(payload) instanceof Promise;
		return !isPending && payload.issues.length === 0 && payload.value === value;
	};
}
