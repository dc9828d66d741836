/**
 * Builds the schema of payment-options requests from the settings of a workspace, and names the gap behind each issue.
 */
import type { z } from 'zod';
import type { Parser } from '../contract/fast-parser.ts';
import { fastParser } from '../contract/fast-parser.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import { valueAt } from '../contract/json.ts';
import type { PaymentOptionsRequest, RequestRules } from '../contract/payment-options.ts';
import { requestSchemaFor } from '../contract/payment-options.ts';
import { isParsableUrl } from '../contract/return-url.ts';
import type { Settings } from '../contract/settings.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { upperCaseCode } from './upper-case-codes.ts';

type RequestSchema = Parser<PaymentOptionsRequest>;

/**
 * A cache of schemas. The key is the rules as JSON, so that workspaces with equal rules share a schema: building one
 * takes a millisecond.
 */
const schemas = createLruCache<RequestSchema>(100);
/** The schema by settings object. Settings are never changed in place, so an object keeps its schema. */
const bySettings = new WeakMap<Settings, RequestSchema>();

export function paymentOptionsSchemaFor(settings: Settings): RequestSchema {
	const known = bySettings.get(settings);
	if (known) return known;
	const schema = schemaUnder(settings);
	bySettings.set(settings, schema);
	return schema;
}

function schemaUnder({ validation, enums, limits }: Settings): RequestSchema {
	const rules: RequestRules = {
		required: validation.required,
		refuseUnknown: validation.unknownFields === 'reject',
		refuseOddFormats: validation.formats === 'reject',
		userDevices: enums.mode === 'reject' ? enums.userDevice : null,
		lengths: limits.lengths,
	};
	const key = JSON.stringify(rules);
	const known = schemas.get(key);
	if (known) return known;
	const schema = fastParser(requestSchemaFor(rules).request);
	schemas.put(key, schema);
	return schema;
}

/** The form of each code that `validation.case` = `fold` converts to upper case. */
const codeForms = new Map([
	['country', /^[A-Z]{2}$/],
	['currency', /^[A-Z]{3}$/],
	['language', /^[A-Z]{2}$/],
	['customer.userDevice', /^[A-Z_]{1,32}$/],
	['customer.address.country', /^[A-Z]{2}$/],
]);

/**
 * Returns the gap whose assumption a request breaks; null for rules of the interface document itself, and for codes that
 * no setting accepts.
 */
export function gapOfIssue({ code, path }: z.core.$ZodIssue, sent: unknown): GapId | null {
	if (code === 'unrecognized_keys') return 'D-01';
	if (path.length === 0) return null;
	const value = valueAt(sent, path);
	if (value === undefined) return 'D-01';
	if (path[0] === 'amount') return gapOfAmount(code);
	if (typeof value !== 'string') return null;
	if (code === 'too_big') return 'D-20';
	const field = path.join('.');
	if (codeForms.get(field)?.test(upperCaseCode(value))) {
		return upperCaseCode(value) === value ? 'D-03' : 'D-25';
	}
	if (field === 'customer.userDevice') return 'D-03';
	// The document says that the address is a URL. The other rules about it are assumed.
	if (field === 'redirectUrl') return isParsableUrl(value) ? 'D-36' : null;
	// In the other fields, only the formats of the customer have rules that the document does not show.
	return code === 'custom' && path[0] === 'customer' ? 'D-01' : null;
}

/** The document shows the type of the amount, but not its bounds and digits. */
function gapOfAmount(code: z.core.$ZodIssue['code']): GapId | null {
	if (code === 'too_small' || code === 'too_big') return 'D-19';
	return code === 'custom' ? 'D-02' : null;
}
