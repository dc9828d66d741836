/**
 * A schema as a predicate, for what every call must get past. To be ready to tell all that is wrong, a schema makes a copy and a
 * list of issues of every field: a tenth of what a call costs, and for nearly every call in vain.
 */
import type { z } from 'zod';
import { isObject } from './json.ts';

type Accepts = (value: unknown) => boolean;
type Check = z.core.$ZodCheck<unknown>;

/** What zod itself knows of a schema: the part of `_zod.def` that is read here. */
interface Definition {
	type: string;
	shape?: Record<string, z.core.$ZodType>;
	catchall?: z.core.$ZodType;
	innerType?: z.core.$ZodType;
	entries?: Record<string, unknown>;
	checks?: readonly Check[];
	pattern?: RegExp;
	check?: string;
	maximum?: number;
}

/** As it stands in `_zod`, which is there for libraries to look into. */
const definitionOf = ({ _zod }: { _zod: { def: unknown } }) => _zod.def as Definition;

export interface Parser<T> {
	safeParse(value: unknown): z.ZodSafeParseResult<T>;
}

/**
 * The same answers as the schema's own, but that what is right comes back as it came, unknown fields that the schema ignores
 * included. A schema with parts that are not known here is always asked itself.
 */
export function quickParser<S extends z.ZodType>(schema: S): Parser<z.output<S>> {
	const accepts = acceptsOf(schema);
	return {
		safeParse: (value) =>
			accepts(value) ? { success: true, data: value as z.output<S> } : schema.safeParse(value),
	};
}

/** False says nothing: the schema is asked. */
const cannotTell: Accepts = () => false;

function acceptsOf(schema: z.core.$ZodType): Accepts {
	const definition = definitionOf(schema);
	const { type, innerType, checks = [] } = definition;
	const inner = innerType ? acceptsOf(innerType) : cannotTell;
	switch (type) {
		case 'object':
			return checks.length === 0 ? objectOf(definition) : cannotTell;
		case 'optional':
			return (value) => value === undefined || inner(value);
		case 'nonoptional':
			return (value) => value !== undefined && inner(value);
		case 'string':
			return all((value) => typeof value === 'string', ownChecks(schema, checks));
		case 'number':
			return all(Number.isFinite, ownChecks(schema, checks));
		case 'enum': {
			const values = new Set(Object.values(definition.entries ?? {}));
			return (value) => values.has(value);
		}
		default:
			return cannotTell;
	}
}

function objectOf({ shape = {}, catchall }: Definition): Accepts {
	const fields = Object.entries(shape).map(([name, schema]) => {
		return { name, accepts: acceptsOf(schema) };
	});
	const isStrict = catchall !== undefined && definitionOf(catchall).type === 'never';
	if (catchall && !isStrict) return cannotTell;
	return (value) => {
		if (!isObject(value)) return false;
		for (const { name, accepts } of fields) if (!accepts(value[name])) return false;
		return !isStrict || Object.keys(value).every((name) => Object.hasOwn(shape, name));
	};
}

/** A schema of a format, such as `z.uuid()`, is its own first check. */
function ownChecks(schema: z.core.$ZodType, checks: readonly Check[]) {
	const isCheck = definitionOf(schema).check !== undefined;
	return isCheck ? [schema as unknown as Check, ...checks] : checks;
}

function all(isOfType: Accepts, checks: readonly Check[]): Accepts {
	const rules = checks.map(ruleOf);
	return (value) => {
		if (!isOfType(value)) return false;
		for (const rule of rules) if (!rule(value)) return false;
		return true;
	};
}

/** What changes a value, or waits, is nothing to be sure of. */
function ruleOf(check: Check): Accepts {
	const { check: kind, maximum, pattern } = definitionOf(check);
	if (kind === 'max_length' && maximum !== undefined) {
		return (value) => (value as string).length <= maximum;
	}
	if (kind === 'string_format' && pattern && !pattern.global && !pattern.sticky) {
		return (value) => pattern.test(value as string);
	}
	if (kind !== 'custom' && kind !== 'greater_than' && kind !== 'less_than') return cannotTell;
	return (value) => {
		const payload = { value, issues: [] };
		const waits = check._zod.check(payload) instanceof Promise;
		return !waits && payload.issues.length === 0 && payload.value === value;
	};
}
