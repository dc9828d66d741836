/** A self-contained HTML file: no script, no external resource, and a content security policy that enforces both. */
import { createHash } from 'node:crypto';
import type { Html } from './html.ts';
import { html, trusted } from './html.ts';

export interface Document {
	title: string;
	/** Constant; never a value from a report. */
	style: string;
	heading: Html;
	main: Html;
	/** The JSON file with the same figures. */
	source: string;
}

export function renderDocument({ title, style, heading, main, source }: Document): string {
	const styleHash = createHash('sha256').update(style).digest('base64');
	const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#report">Skip to the report</a>
${heading}
<main id="report">
${main}
</main>
<footer><p>Written by payin-sandbox from <code>${source}</code>, the same figures for machines.</p></footer>
</body>
</html>
`.toString();
}
