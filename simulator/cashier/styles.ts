/** The style sheets of every page, in the order in which they are read. */
export const styles = [
	'page.css',
	'banner.css',
	'summary.css',
	'cashier.css',
	'kinds.css',
	'status.css',
	'print.css',
] as const;
