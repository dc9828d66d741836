/** Makes the JSON Schema of the configuration file, for editors. The build writes it into the package. */
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
		settings: settingsSchema.meta({ description: 'applied over the settings of the profile' }),
	});
	const partial = new Set(plainObjects(file));
	return z.toJSONSchema(file, {
		io: 'input',
		reused: 'ref',
		override({ zodSchema, jsonSchema }) {
			// A file may leave out any setting. A duration law or a set of weights must be complete.
			if (partial.has(zodSchema)) delete jsonSchema.required;
		},
	});
}

/**
 * Returns this object schema and the object schemas that are plain fields in it, but not those in unions, records and
 * optional fields.
 */
function plainObjects(schema: z.core.$ZodType): z.core.$ZodType[] {
	if (!(schema instanceof z.ZodObject)) return [];
	return [schema, ...Object.values(schema.shape).flatMap((inner) => plainObjects(inner))];
}
