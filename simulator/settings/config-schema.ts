/** The JSON Schema of a configuration file, for editors; written into the package when it is built. */
import { z } from 'zod';
import { settingsSchema } from '../contract/settings.ts';
import { listOptions } from './options.ts';
import { serveCommandSchema } from './serve-options.ts';

export function configSchema(): object {
	const { shape } = serveCommandSchema;
	const keys = listOptions(serveCommandSchema).flatMap(({ key }) => key ?? []);
	const known = Object.fromEntries(keys.map((key) => [key, shape[key as keyof typeof shape]]));
	const file = z.strictObject({
		$schema: z.string().optional(),
		...known,
		settings: settingsSchema.meta({ description: 'laid over the settings of the profile' }),
	});
	const partial = new Set(branches(file));
	return z.toJSONSchema(file, {
		io: 'input',
		reused: 'ref',
		override({ zodSchema, jsonSchema }) {
			// A file says what it likes of the settings; a law or a set of weights is said as a whole.
			if (partial.has(zodSchema)) delete jsonSchema.required;
		},
	});
}

/** Objects that stand in objects, down from this one. */
function branches(schema: z.core.$ZodType): z.core.$ZodType[] {
	if (!(schema instanceof z.ZodObject)) return [];
	return [schema, ...Object.values(schema.shape).flatMap((inner) => branches(inner))];
}
