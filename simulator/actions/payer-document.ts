/** Checks the payer's document as far as the setting says (D-46). */
import type { PayerDocument, PayerFacts } from '../catalog/market.ts';
import type { DocumentCheck } from '../contract/gaps/cashier.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { DocumentRule } from '../domain/documents.ts';
import { documentRules, judgeDocument } from '../domain/documents.ts';
import type { FormError } from '../errors/api-error.ts';
import { formError } from '../errors/api-error.ts';

interface DocumentFields {
	documentType?: string;
	document?: string;
}

export interface CheckedDocument {
	errors: { readonly [field in keyof DocumentFields]?: FormError };
	warnings: readonly WarningCode[];
}

const fine: CheckedDocument = { errors: {}, warnings: [] };

export function checkDocument(
	{ documents, required }: PayerFacts,
	{ documentType, document = '' }: DocumentFields,
	enforce: DocumentCheck,
): CheckedDocument {
	if (enforce === 'off') return fine;
	const kind = documents.find(({ type }) => type === documentType);
	if (!kind) {
		const types = documents.map(({ type }) => type);
		return { errors: { documentType: unknownKind('documentType', types) }, warnings: [] };
	}
	if (document.trim() === '') return required ? refused(kind, 'missing', 'is required') : fine;
	const verdict = judgeDocument(kind.rule, document);
	if (verdict === 'format')
		return refused(kind, 'document', `must have the form of a ${kind.type}`);
	if (verdict === 'valid' || enforce === 'format') return fine;
	const { reliable }: DocumentRule = documentRules[kind.rule];
	if (!reliable) return { errors: {}, warnings: ['document_doubtful'] };
	return refused(kind, 'checkDigit', 'has a wrong check digit');
}

function refused(
	{ type, testValue }: PayerDocument,
	rule: 'missing' | 'document' | 'checkDigit',
	text: string,
): CheckedDocument {
	const error = formError({ param: 'document', rule, text, example: testValue, about: type });
	return { errors: { document: error }, warnings: [] };
}

/** Of a field that offers a choice. */
export function unknownKind(param: string, known: readonly string[]): FormError {
	const about = known.join(', ');
	const text = `must be one of ${about}`;
	return formError({ param, rule: 'choice', text, example: known[0] ?? '', about });
}
