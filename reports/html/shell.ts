/**
 * The HTML document around a report. It needs no script and no external resource, and its content security policy
 * forbids both.
 */
import { createHash } from 'node:crypto';
import type { Html } from './html.ts';
import { html, trustedHtml } from './html.ts';
import { styleSheet } from './style.ts';

/** Builds the document. `source` names the file with the same figures for programs. */
export function htmlDocument(title: string, body: Html, source: string): string {
	const styleHash = createHash('sha256').update(styleSheet).digest('base64');
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
<style>${trustedHtml(styleSheet)}</style>
</head>
<body>
<a class="skip" href="#report">Skip to the report</a>
${body}
<footer><p>Written by payin-sandbox from <code>${source}</code>, the same figures for machines.</p></footer>
</body>
</html>
`.toString();
}
