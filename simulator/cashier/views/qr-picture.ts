/** A QR code as SVG in the page: no address to fetch, and no script. */
import { encode } from 'uqr';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';

/** The quiet zone of ISO/IEC 18004. */
const border = 4;

export function qrPicture(text: string, label: string): Markup {
	const { size, data } = encode(text, { ecc: 'M', border });
	const dark = data.flatMap((row, y) =>
		row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
	);
	return html`<div class="qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}"/></svg></div>`;
}
