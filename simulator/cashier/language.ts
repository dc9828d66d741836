/** In which language a page is shown. */

const written: readonly string[] = ['EN'];

/** What is wanted where there are texts in it, and English where there are none. */
export function shownLanguage(wanted: string): string {
	return written.includes(wanted) ? wanted : 'EN';
}
