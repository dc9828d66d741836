/** What a shopper reads on a page of the shop. */
import { cutText } from '../../simulator/contract/cut-text.ts';
import { maskShownText } from '../../simulator/domain/card-data.ts';
import type { HttpResponse } from '../harness/http.ts';

/** Only the beginning of a page is read, in characters: it is long enough to contain the visible text. */
const maxOfPage = 64 * 1_024;

/** A text or an address of the shop as messages show it: card data is masked, and the text is cut. */
export const shownText = (text: string): string => cutText(maskShownText(text), 160);

/** The status and the visible text of a response, such as `502 "Sorry"`. */
export function describeResponse({ status, text }: Pick<HttpResponse, 'status' | 'text'>): string {
	const words = textOf(text.slice(0, maxOfPage)).replace(/\s+/g, ' ').trim();
	const shown = shownText(words);
	return `${status}${shown ? ` "${shown}"` : ', no text'}`;
}

/**
 * The text of a page without its tags. It reads the page once, because a page may contain any number of unclosed tags.
 */
function textOf(page: string): string {
	const [before = '', ...tags] = page.split('<');
	let text = before;
	let hidden: string | undefined;
	for (const tag of tags) {
		const name = /^\/?\w*/.exec(tag)?.[0].toLowerCase() ?? '';
		if (hidden === undefined && /^(style|script|title)$/.test(name)) hidden = name;
		if (hidden !== undefined && name !== `/${hidden}`) continue;
		hidden = undefined;
		const end = tag.indexOf('>');
		text += end === -1 ? `<${tag}` : ` ${tag.slice(end + 1)}`;
	}
	return text;
}
