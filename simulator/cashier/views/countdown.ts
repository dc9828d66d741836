/** How long the shopper has: ticking while that can be watched, and a date when it is longer. */
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';

/** Nobody watches more than that. */
const longestTickMs = 3 * 3_600_000;

/** Announced at these milliseconds before the end, which is announced too. */
const marks = { five: 5 * 60_000, one: 60_000 };

export function ticks({ payWindow }: PageModel): boolean {
	return payWindow !== null && payWindow.leftMs <= longestTickMs;
}

export function countdown(model: PageModel): Markup | null {
	const { place, payWindow, links } = model;
	if (payWindow === null) return null;
	const { words, say, duration, date, time } = place.speech;
	const { endsAt, leftMs, pace } = payWindow;
	const end = new Date(endsAt).toISOString();
	if (!ticks(model)) {
		const by = say(words.pay.window.by, { date: date(endsAt), time: time(endsAt) });
		return html`<p class="until"><time datetime="${end}">${by}</time></p>`;
	}
	const left = duration(leftMs);
	const said = [
		[marks.five, words.pay.window.five],
		[marks.one, words.pay.window.one],
		[0, words.pay.window.over],
	];
	return html`<p class="countdown">${words.pay.window.left}
<strong role="timer" data-testid="countdown" data-left-ms="${leftMs}" data-pace="${pace}" data-said="${JSON.stringify(said)}" data-page="${links.form}">${left.brief}</strong>
<time datetime="${end}">${say(words.pay.window.until, { time: time(endsAt) })}</time></p>
<p class="unseen" role="status" data-testid="countdown-news"></p>`;
}
