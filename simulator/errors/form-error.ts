/** What is wrong with a field of the cashier's form: a rule that every page has its own words for, and the API's sentence. */
import type { FieldError } from '../contract/problem.ts';

export type FormRule =
	| 'missing'
	| 'cardLength'
	| 'checkDigit'
	| 'unlisted'
	| 'notAName'
	| 'month'
	| 'year'
	| 'past'
	| 'length'
	| 'choice'
	| 'document'
	| 'email'
	| 'phone'
	| 'wrongCode';

export interface FormError extends FieldError {
	rule: FormRule;
	/** How many digits are wanted, of `length`. */
	length?: number;
	/** What the rule speaks of: a kind of document, an example, or what there is to choose from. */
	about?: string;
}

interface Broken {
	param: string;
	rule: FormRule;
	/** As the sentence goes on after the name of the field. */
	text: string;
	example: string;
	length?: number;
	about?: string;
}

export function formError({ param, text, example, ...broken }: Broken): FormError {
	const sentence = { detail: `${param} ${text}.`, fix: `Send, for example, ${example}.` };
	return { param, ...broken, ...sentence };
}
