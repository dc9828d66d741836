/**
 * Draws a story as a sequence diagram. Horizontal positions are percentages and texts have a fixed size, so that one
 * SVG fits a phone and a wide screen. Texts are wrapped for the narrowest page.
 */
import type { Actor, ScenarioResult, ScenarioStep } from '../../simulator/contract/run-report.ts';
import { messageWithoutDetails, sortStepsByStart } from '../failure.ts';
import { formatDuration } from '../figures.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

const actors: readonly Actor[] = ['shopper', 'merchant', 'service', 'network'];

/** The width of the column of times, in percent of the diagram. */
const timeColumn = 17;
/** The width of the diagram on a screen of 360 px, and the width of one character in a wide font, both in pixels. */
const narrowest = 296;
const characterWidth = 6.7;
const lineHeight = 16;
const headerHeight = 30;

interface Line {
	text: string;
	style: 'name' | 'more' | 'bad' | 'bad-name';
}

/** The arrow heads for all diagrams of the page, defined once because SVG markers are referenced by their ids. */
export const arrowHeadDefinitions: Html = html`<svg class="hidden" aria-hidden="true" focusable="false"><defs>${(
	['arrow', 'arrow-bad'] as const
).map(
	(id) =>
		html`<marker id="${id}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="${id}" d="M0.5 0.5 7.5 4 0.5 7.5z" /></marker>`,
)}</defs></svg>`;

export const hasMessages = ({ steps }: ScenarioResult): boolean =>
	steps.some(({ message }) => message);

/** Draws the steps of a story. `id` is unique on the page. At least one step must have a message. */
export function renderSequenceDiagram(id: string, result: ScenarioResult): Html {
	const steps = sortStepsByStart(result.steps);
	const lanes = actors.filter((actor) =>
		steps.some(({ message }) => message?.from === actor || message?.to === actor),
	);
	const laneWidth = (100 - timeColumn) / lanes.length;
	const xOf = (actor: Actor) => timeColumn + laneWidth * (lanes.indexOf(actor) + 0.5);
	const failedAt = failedIndex(steps, result);
	const rows: Html[] = [];
	let top = headerHeight + 6;
	const add = ({ content, height }: Row) => {
		rows.push(content);
		top += height;
	};
	for (const [index, recorded] of steps.entries()) {
		const isLast = index === failedAt;
		const step = isLast ? { ...recorded, status: 'failed' as const } : recorded;
		const difference = isLast ? differenceLines(result) : [];
		const { message } = step;
		add(
			message
				? messageRow(step, xOf(message.from), xOf(message.to), top, difference)
				: noteRow(step, top, difference),
		);
	}
	// The story failed between two steps: add a row for the failure.
	if (result.failure && failedAt === -1) {
		const step: ScenarioStep = { name: result.failure.step, status: 'failed', durationMs: 0 };
		add(noteRow(step, top, differenceLines(result)));
	}
	const height = top + 6;
	return html`<svg class="sequence" width="100%" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">Sequence of “${result.title}”</title><desc id="${id}-desc">${describe(result, lanes)}</desc>
${lanes.map(
	(actor) =>
		html`<text class="lane-name" x="${percent(xOf(actor))}" y="18" text-anchor="middle">${capital(actor)}</text><line class="lane" x1="${percent(xOf(actor))}" x2="${percent(xOf(actor))}" y1="${headerHeight}" y2="${height}" />`,
)}
${rows}</svg>`;
}

/** The index of the step to mark as failed: the last failed step, or the step that passed with a wrong response. */
function failedIndex(steps: readonly ScenarioStep[], { failure }: ScenarioResult): number {
	const failed = steps.findLastIndex(({ status }) => status === 'failed');
	return failed === -1 ? steps.findLastIndex(({ name }) => name === failure?.step) : failed;
}

function describe({ steps, failure }: ScenarioResult, lanes: readonly Actor[]): string {
	const end = failure ? `It fails at “${failure.step}”.` : 'Every step passed.';
	return `${steps.length} steps between ${lanes.join(', ')}. ${end} The list of the steps follows the diagram.`;
}

interface Row {
	content: Html;
	height: number;
}

function messageRow(
	step: ScenarioStep,
	from: number,
	to: number,
	top: number,
	difference: readonly Line[],
): Row {
	const isBad = step.status === 'failed';
	const place = placeOf(from, to);
	const above = wrap(step.name, place.width, 3, isBad ? 'bad-name' : 'name');
	const outcome = difference.length > 0 ? [] : wrap(outcomeOf(step), place.width, 2, 'more');
	const below = difference.flatMap(({ text, style }) => wrap(text, place.width, 5, style));
	const arrowAt = top + above.length * lineHeight + 4;
	const bad = isBad && html` bad`;
	const end = isBad ? 'url(#arrow-bad)' : 'url(#arrow)';
	// A message from an actor to itself is drawn as a loop, which needs more height.
	const loop = from === to ? 12 : 0;
	const arrow =
		from === to
			? html`<svg x="${percent(from)}" y="${arrowAt - 2}"><path class="message${bad}" d="M0 0h22v12H1" marker-end="${end}" /></svg>`
			: html`<line class="message${bad}" x1="${percent(from)}" x2="${percent(to)}" y1="${arrowAt}" y2="${arrowAt}" marker-end="${end}" />`;
	const lower = [...outcome, ...below];
	const content = html`<g>${timeText(step, top + 12)}${texts(above, place, top + 12)}${arrow}${texts(lower, place, arrowAt + 16 + loop)}</g>
`;
	return { content, height: arrowAt - top + lower.length * lineHeight + 12 + loop };
}

/** Draws an expectation, or a step without a call, as a box over all lanes. */
function noteRow(step: ScenarioStep, top: number, difference: readonly Line[]): Row {
	const isBad = step.status === 'failed';
	const mark = isBad ? '✗ ' : step.name.startsWith('expect ') ? '✓ ' : '';
	const detail = step.detail && !isBad ? `: ${step.detail}` : '';
	const place: Place = { x: timeColumn, shift: 10, anchor: 'start', width: 93 - timeColumn };
	const lines = [
		...wrap(`${mark}${step.name}${detail}`, place.width, 3, isBad ? 'bad-name' : 'more'),
		...difference.flatMap(({ text, style }) => wrap(text, place.width, 6, style)),
	];
	const height = lines.length * lineHeight + 8;
	const content = html`<g>${timeText(step, top + 16)}<rect class="note${isBad && html` bad`}" x="${percent(timeColumn)}" y="${top}" width="${percent(100 - timeColumn)}" height="${height}" rx="6" />${texts(lines, place, top + 16)}</g>
`;
	return { content, height: height + 10 };
}

function differenceLines(result: ScenarioResult): Line[] {
	const { failure, deviations = [] } = result;
	if (!failure) return [];
	const { expected, actual } = failure;
	const message = messageWithoutDetails(result);
	const texts = [
		...(expected === undefined || actual === undefined
			? []
			: [`expected ${expected}`, `got ${actual}`]),
		...(message === ''
			? deviations.map(({ path, documented, got }) => `${path}: ${documented}, got ${got}`)
			: [message]),
	];
	return texts.slice(0, 4).map((text) => ({ text, style: 'bad' }));
}

/** The status and the duration of a call. The list of steps shows its path. */
function outcomeOf({ detail = '', durationMs }: ScenarioStep): string {
	const status = /→ ([^→]+)$/.exec(detail)?.[1];
	const took = formatDuration(durationMs);
	return `${status ?? detail}${status || detail ? ', ' : ''}${took}`;
}

interface Place {
	x: number;
	/** The horizontal shift of the text, in pixels. */
	shift: number;
	anchor: 'start' | 'middle' | 'end';
	/** The width for the text, in percent of the diagram. */
	width: number;
}

/** Places the text of an arrow. It is centred, unless one side of the diagram has more room. */
function placeOf(from: number, to: number): Place {
	const [left, right] = from < to ? [from, to] : [to, from];
	const middle = (left + right) / 2;
	const centred = 2 * Math.min(middle - timeColumn, 100 - middle);
	const places: Place[] = [
		{ x: middle, shift: 0, anchor: 'middle', width: centred },
		{ x: left, shift: 6, anchor: 'start', width: 100 - left },
		{ x: right, shift: -6, anchor: 'end', width: right - timeColumn },
	];
	const [first, ...others] = places;
	const best = others.reduce((most, place) => (place.width > most.width ? place : most));
	return first && first.width >= best.width * 0.75 ? first : best;
}

const texts = (lines: readonly Line[], { x, shift, anchor }: Place, top: number): Html =>
	html`${lines.map(
		({ text, style }, index) =>
			html`<text class="${style}" x="${percent(x)}" y="${top + index * lineHeight}"${shift !== 0 && html` dx="${shift}"`}${anchor !== 'start' && html` text-anchor="${anchor}"`}>${text}</text>`,
	)}`;

const timeText = ({ atMs }: ScenarioStep, y: number): Html =>
	html`${atMs !== undefined && html`<text class="at" x="${timeColumn - 3}%" y="${y}" text-anchor="end">${formatDuration(atMs)}</text>`}`;

/** Wraps a text into lines that fit the given share of the narrowest diagram. Text after `most` lines is left out. */
function wrap(text: string, percentWide: number, most: number, style: Line['style']): Line[] {
	const size = Math.max(8, Math.floor((percentWide * narrowest) / 100 / characterWidth));
	const lines: string[] = [];
	let line = '';
	// Cut words that are longer than a line.
	const words = text
		.split(/\s+/)
		.flatMap((word) => word.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []);
	for (const word of words) {
		if (line !== '' && line.length + 1 + word.length > size) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	lines.push(line);
	const shown = lines.slice(0, most);
	if (lines.length > most) shown[most - 1] = `${shown[most - 1]?.slice(0, size - 1)}…`;
	return shown.map((one) => ({ text: one, style }));
}

const percent = (value: number) => `${Number(value.toFixed(2))}%`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
