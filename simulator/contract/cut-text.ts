/** Cuts a text that may be long. A pair of surrogates at the cut, such as an emoji, is left out whole. */
export const cutText = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
