import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { paymentStates } from '../contract/control.ts';
import { projectFile } from '../runtime/package.ts';
import { styles } from './assets.ts';

const sheets = new Map(
	styles.map((name) => {
		return [name, readFileSync(projectFile(`simulator/cashier/assets/${name}`), 'utf8')];
	}),
);
const page = sheets.get('page.css') ?? '';

/** The colours of `:root` blocks. Later blocks override earlier ones. */
function coloursOf(blocks: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		blocks.flatMap((block) => {
			return [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [
				name,
				colour,
			]);
		}),
	);
}

const [light = '', dark = ''] = [...page.matchAll(/:root \{[^}]+\}/g)].map(([block]) => block);

/** WCAG 2.2: relative luminance of an sRGB colour. */
function luminance(colour = ''): number {
	const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
	const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
		return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
	['light', [light]],
	['dark', [light, dark]],
])('in the %s scheme', (_scheme, blocks) => {
	const colours = coloursOf(blocks);

	test.each([
		['ink', 'paper'],
		['ink', 'panel'],
		['soft', 'paper'],
		['soft', 'panel'],
		['soft', 'ground'],
		['accent', 'paper'],
		['accent', 'panel'],
		['accent-deep', 'panel'],
		['on-accent', 'accent'],
		['on-accent', 'accent-deep'],
		['paper', 'soft'],
		['good', 'good-ground'],
		['bad', 'paper'],
		['bad', 'bad-ground'],
		['wait', 'wait-ground'],
		['on-notice', 'notice'],
	])('%s has enough contrast for text on %s', (text, ground) => {
		expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
	});

	test.each(['edge', 'accent', 'good', 'bad', 'wait'])(
		'%s has enough contrast for graphics on paper',
		(mark) => {
			expect(contrast(colours[mark], colours.paper)).toBeGreaterThanOrEqual(3);
		},
	);
});

const textsIn = (folder: string, pattern: RegExp) =>
	readdirSync(projectFile(`simulator/cashier/${folder}`))
		.filter((file) => pattern.test(file))
		.map((file) => readFileSync(projectFile(`simulator/cashier/${folder}/${file}`), 'utf8'));

/** Words in views and scripts. Field names and states are classes too. */
const written = new Set(
	[...textsIn('views', /\.ts$/), ...textsIn('assets', /\.js$/), ...paymentStates]
		.join(' ')
		.match(/[\w-]+/g),
);

test.each([...sheets])('every class in %s is used by a view or a script', (_name, sheet) => {
	const selectors = sheet.replace(/\/\*.*?\*\/|\{[^{}]*\}/gs, '');
	const classes = [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? '');
	expect(classes.filter((name) => !written.has(name))).toEqual([]);
});

test.each([...sheets])(
	'%s uses logical sides: left and right only define --start and --end',
	(_name, sheet) => {
		const sides = sheet.split('\n').filter((line) => /\b(left|right)\b/.test(line));
		expect(sides.filter((line) => !/^\t--(start|end): (left|right);$/.test(line))).toEqual([]);
	},
);
