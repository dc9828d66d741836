/** Warnings about fields that are accepted as they are: left out though documented, or unknown (D-01). */
import { paymentOptionsExample } from '../contract/examples.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';

/** The documented fields of an object, with those of the objects in it. */
type Documented = ReadonlyMap<string, { mayBeMissing: boolean; inner: Documented | null }>;

const optional = new Set(['paymentReference', 'userId']);

const documented = fieldsOf(paymentOptionsExample);

function fieldsOf(example: object): Documented {
	return new Map(
		Object.entries(example).map(([name, value]) => {
			const inner = typeof value === 'object' && value !== null ? fieldsOf(value) : null;
			return [name, { mayBeMissing: optional.has(name), inner }];
		}),
	);
}

/** The same without what the document does not show. */
export function documentedPart(sent: unknown, fields = documented): unknown {
	if (typeof sent !== 'object' || sent === null) return sent;
	return Object.fromEntries(
		Object.entries(sent).flatMap(([name, value]) => {
			const field = fields.get(name);
			if (!field) return [];
			return [[name, field.inner ? documentedPart(value, field.inner) : value]];
		}),
	);
}

const missing: Notice = { assumption: 'D-01', warning: 'optional_field_missing' };
const unknown: Notice = { assumption: 'D-01', warning: 'unknown_field' };
const unsaid: Notice = { assumption: 'D-01', warning: null };

interface Found {
	missing: boolean;
	unknown: boolean;
}

/** Compares what was sent with every documented field, level by level. */
export function fieldRemarks(sent: unknown, { unknownFields }: Settings['validation']): Notice[] {
	const found: Found = { missing: false, unknown: false };
	compare(sent, documented, found);
	const remarks: Notice[] = [];
	if (found.missing) remarks.push(missing);
	if (found.unknown) remarks.push(unknownRemark(unknownFields));
	return remarks;
}

/** Of a field that the document does not show, where it is not refused. */
export function unknownRemark(unknownFields: Settings['validation']['unknownFields']): Notice {
	return unknownFields === 'ignore' ? unsaid : unknown;
}

function compare(sent: unknown, fields: Documented, found: Found): void {
	if (typeof sent !== 'object' || sent === null) return;
	let present = 0;
	for (const name of Object.keys(sent)) {
		const field = fields.get(name);
		if (!field) found.unknown = true;
		else {
			present += 1;
			if (field.inner) compare((sent as Record<string, unknown>)[name], field.inner, found);
		}
	}
	// Which are missing is only looked for when some are.
	if (present === fields.size) return;
	for (const [name, { mayBeMissing }] of fields) {
		if (!mayBeMissing && !Object.hasOwn(sent, name)) found.missing = true;
	}
}
