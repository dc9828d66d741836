/** An HTML page with all screenshots: a row for each page, a column for each width and scheme. */
import { html } from '../../simulator/cashier/html.ts';

export interface Picture {
	shot: string;
	/** Width and scheme: `320-light`. */
	variant: string;
	file: string;
}

export function contactSheet(pictures: readonly Picture[]): string {
	const names = [...new Set(pictures.map(({ shot }) => shot))];
	const rows = names.map((name) => {
		const figures = pictures
			.filter(({ shot }) => shot === name)
			.map(
				({ variant, file }) => html`<figure><figcaption>${variant}</figcaption>
<a href="${file}"><img src="${file}" alt="${name}, ${variant}" loading="lazy"></a></figure>`,
			);
		return html`<section id="${name}"><h2>${name}</h2><div class="row">${figures}</div></section>`;
	});
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cashier pages</title>
<style>
body { margin: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: #777; color: #fff; }
nav a { color: inherit; margin-inline-end: 1rem; }
.row { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
figure { margin: 0; flex: none; }
img { display: block; max-height: 44rem; width: auto; }
</style>
</head>
<body>
<h1>Cashier pages</h1>
<nav>${names.map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
${rows}
</body>
</html>
`.text;
}
