/** The schemas of the contract for OpenAPI: JSON Schema 2020-12, each written once and referred to by its name. */
import { z } from 'zod';
import { bankIds, optionNames } from '../../catalog/catalog.ts';
import { clockViewSchema } from '../../contract/clock.ts';
import {
	actSchema,
	fateSchema,
	outcomeSchema,
	paymentStateSchema,
	paymentViewSchema,
} from '../../contract/control.ts';
import { durationLawSchema, durationSchema, latencyLawSchema } from '../../contract/duration.ts';
import {
	hybridPaymentRequestSchema,
	hybridPaymentResponseSchema,
} from '../../contract/hybrid-payment.ts';
import {
	customerAddressSchema,
	customerSchema,
	extraDataFieldSchema,
	paymentOptionSchema,
	paymentOptionsRequestSchema,
	paymentOptionsResponseSchema,
} from '../../contract/payment-options.ts';
import {
	paymentSuboptionsRequestSchema,
	paymentSuboptionsResponseSchema,
	suboptionSchema,
} from '../../contract/payment-suboptions.ts';
import { fieldErrorSchema, problemSchema } from '../../contract/problem.ts';
import {
	bankIdSchema,
	optionNameSchema,
	settingsPatchSchema,
	settingsSchema,
} from '../../contract/settings.ts';
import { testValuesSchema } from '../../contract/test-values-view.ts';

export type JsonSchema = Record<string, unknown>;

/** The schemas that get a name, and so a type in generated clients. All others are written where they are used. */
const named = {
	Act: actSchema,
	Address: customerAddressSchema,
	BankId: bankIdSchema,
	Clock: clockViewSchema,
	Customer: customerSchema,
	Duration: durationSchema,
	DurationLaw: durationLawSchema,
	ExtraDataField: extraDataFieldSchema,
	Fate: fateSchema,
	FieldError: fieldErrorSchema,
	HybridPaymentRequest: hybridPaymentRequestSchema,
	HybridPaymentResponse: hybridPaymentResponseSchema,
	LatencyLaw: latencyLawSchema,
	OptionName: optionNameSchema,
	Outcome: outcomeSchema,
	Payment: paymentViewSchema,
	PaymentOption: paymentOptionSchema,
	PaymentOptionsRequest: paymentOptionsRequestSchema,
	PaymentOptionsResponse: paymentOptionsResponseSchema,
	PaymentState: paymentStateSchema,
	PaymentSuboptionsRequest: paymentSuboptionsRequestSchema,
	PaymentSuboptionsResponse: paymentSuboptionsResponseSchema,
	Problem: problemSchema,
	Settings: settingsSchema,
	SettingsPatch: settingsPatchSchema,
	Suboption: suboptionSchema,
	TestValues: testValuesSchema,
} satisfies Record<string, z.ZodType>;

/** Schemas of values that only the catalog knows. */
const fromCatalog: Record<string, JsonSchema> = {
	BankId: { enum: [...bankIds] },
	OptionName: { enum: [...optionNames] },
};

const prefix = '#/components/schemas/';

/**
 * Returns the named schemas that bodies use. `used` are the bodies in the OpenAPI document. Schemas that no body refers
 * to, directly or through others, are left out.
 */
export function schemasFor(used: readonly z.ZodType[]) {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
	const inline = used.filter((schema) => !registry.has(schema));
	inline.forEach((schema, index) => void registry.add(schema, { id: `inline${index}` }));
	const { schemas } = z.toJSONSchema(registry, {
		io: 'input',
		uri: (id) => `${prefix}${id}`,
	}) as unknown as { schemas: Record<string, JsonSchema> };
	for (const [id, schema] of Object.entries(schemas)) {
		delete schema.$schema;
		delete schema.$id;
		Object.assign(schema, fromCatalog[id]);
	}
	const refTo = (schema: z.ZodType): JsonSchema => {
		const id = registry.get(schema)?.id ?? '';
		return id in named ? { $ref: prefix + id } : (schemas[id] ?? {});
	};
	return { refTo, components: reachable(used.map(refTo), schemas) };
}

/** The query parameters of a schema, with the types that they have after the conversion from text. */
export function queryFields(schema: z.ZodObject): [string, JsonSchema][] {
	const { properties } = z.toJSONSchema(schema, { io: 'output' });
	return Object.entries(properties ?? {}) as [string, JsonSchema][];
}

function reachable(roots: readonly JsonSchema[], schemas: Record<string, JsonSchema>) {
	const found = new Set<string>();
	const visit = (text: string) => {
		for (const [, id = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
			if (found.has(id)) continue;
			found.add(id);
			visit(JSON.stringify(schemas[id]));
		}
	};
	visit(JSON.stringify(roots));
	return Object.fromEntries([...found].sort().map((id) => [id, schemas[id] ?? {}]));
}
