/** Small drawn signs, so that a state is never told by colour alone. */
import type { Html } from './html.ts';
import { html } from './html.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

const paths: Record<Tone, string> = {
	good: 'M4.5 8.4 7 10.9 11.6 5.6',
	bad: 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4',
	warn: 'M8 4.4v4.4M8 11.4v.2',
	quiet: 'M5 8h6',
};

export function icon(tone: Tone): Html {
	return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7.25" /><path d="${paths[tone]}" /></svg>`;
}

/** A sign and a word in the tone of the state. */
export function badge(tone: Tone, word: string): Html {
	return html`<span class="badge ${tone}">${icon(tone)}${word}</span>`;
}
