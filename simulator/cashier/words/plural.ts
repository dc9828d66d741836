/** Texts that differ with a number, one for each form the language has (CLDR plural rules). */

export type PluralForms = { readonly [form in Intl.LDMLPluralRule]?: string } & {
	readonly other: string;
};

/** Marks the forms as one text, whichever of them a language has. */
export class Plural {
	readonly forms: PluralForms;
	constructor(forms: PluralForms) {
		this.forms = forms;
	}
}

export const plural = (forms: PluralForms): Plural => new Plural(forms);
