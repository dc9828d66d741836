/** Makes the notices of an accepted call: the assumptions and warnings for its response headers. */
import type { DocumentedFields } from '../contract/documented-fields.ts';
import { documentedFields } from '../contract/documented-fields.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { JsonObject } from '../contract/json.ts';
import type { Customer, PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import { fieldsWithUsualFormat, usualFormats } from '../contract/usual-formats.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { cashierLanguageOf } from '../domain/language.ts';
import type { ReplyNotes } from '../wire/call.ts';

/** Combines the assumptions of an endpoint with those of the notices, and adds their warnings. */
export function notesOf(assumptions: readonly GapId[], notices: readonly Notice[]): ReplyNotes {
	let key = '';
	for (const { assumption, warning } of notices) key += `${assumption} ${warning} `;
	const byNotices = notesByNotices.get(assumptions) ?? new Map<string, ReplyNotes>();
	const notes = byNotices.get(key) ?? createNotes(assumptions, notices);
	notesByNotices.set(assumptions, byNotices.set(key, notes));
	return notes;
}

/**
 * The notes by assumptions of the endpoint, then by notices. There are few different ones, so calls share them and
 * their header texts.
 */
const notesByNotices = new Map<readonly GapId[], Map<string, ReplyNotes>>();

function createNotes(assumptions: readonly GapId[], notices: readonly Notice[]): ReplyNotes {
	const found = notices.flatMap(({ assumption }) => assumption ?? []);
	const all = found.length === 0 ? assumptions : [...new Set([...assumptions, ...found])];
	return { assumptions: all, warnings: warningsIn(notices) };
}

const documented = documentedFields.paymentOptions;

/** Returns a request without its undocumented fields. */
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

const missingField: Notice = { assumption: 'D-01', warning: 'optional_field_missing' };
const unknownField: Notice = { assumption: 'D-01', warning: 'unknown_field' };
const silent: Notice = { assumption: 'D-01', warning: null };

/** Adds notices for missing documented fields and for undocumented fields (D-01). */
export function addFieldNotices(
	notices: Notice[],
	sent: unknown,
	{ unknownFields }: Settings['validation'],
): void {
	const found = { missing: false, unknown: false };
	compare(sent, documented, found);
	if (found.missing) notices.push(missingField);
	if (found.unknown) notices.push(unknownFieldNotice(unknownFields));
}

/** Returns the notice for an undocumented field that is accepted. */
export function unknownFieldNotice(unknownFields: Settings['validation']['unknownFields']): Notice {
	return unknownFields === 'ignore' ? silent : unknownField;
}

function compare(
	sent: unknown,
	fields: DocumentedFields,
	found: { missing: boolean; unknown: boolean },
): void {
	if (typeof sent !== 'object' || sent === null) return;
	let known = 0;
	for (const name of Object.keys(sent)) {
		const field = fields.get(name);
		if (!field) found.unknown = true;
		else {
			known += 1;
			if (field.inner) compare((sent as JsonObject)[name], field.inner, found);
		}
	}
	if (known === fields.size) return;
	for (const [name, { isOptional }] of fields) {
		if (!isOptional && !Object.hasOwn(sent, name)) found.missing = true;
	}
}

const unusualFormat: Notice = { assumption: 'D-01', warning: 'unusual_format' };

/** Adds a notice for unusual formats, which the document does not exclude (D-01). */
export function addFormatNotices(
	notices: Notice[],
	customer: Customer | undefined,
	{ formats }: Settings['validation'],
): void {
	if (customer === undefined || formats === 'reject') return;
	const isUnusual = fieldsWithUsualFormat.some((field) => {
		const value = customer[field];
		return value !== undefined && !usualFormats[field].fits(value);
	});
	if (isUnusual) notices.push(formats === 'warn' ? unusualFormat : silent);
}

/**
 * Returns notices for accepted values that a real service may refuse: a repeated reference, an unsupported language, a
 * device.
 */
export function noticesAboutValues(
	{ customer, language }: PaymentOptionsRequest,
	sameReference: number,
	{ cashier, enums }: Settings,
): Notice[] {
	const found: Notice[] = [];
	if (sameReference > 0) found.push({ assumption: 'D-34', warning: 'duplicate_reference' });
	if (language !== undefined && cashierLanguageOf({ language }, cashier) !== language) {
		found.push({ assumption: 'D-41', warning: 'language_not_supported' });
	}
	const device = customer?.userDevice;
	if (device !== undefined && !enums.userDevice.includes(device)) {
		const warning = enums.mode === 'warn' ? 'unusual_user_device' : null;
		found.push({ assumption: 'D-03', warning });
	}
	return found;
}
