/** The tables of the reference pages, generated from the code. */
import { z } from 'zod';
import { bugs } from '../scenarios/example-merchant/bugs.ts';
import { merchantStories } from '../scenarios/merchant-stories.ts';
import { stories } from '../scenarios/stories.ts';
import { markets } from '../simulator/catalog/markets.ts';
import {
	durationLawSchema,
	durationSchema,
	latencyLawSchema,
} from '../simulator/contract/duration.ts';
import { durationText } from '../simulator/contract/duration-text.ts';
import { findingCodes, findingKindOf } from '../simulator/contract/finding-table.ts';
import { gapIds, ledger } from '../simulator/contract/gaps/ledger.ts';
import { valueAt } from '../simulator/contract/json.ts';
import type { SettingTable } from '../simulator/contract/setting.ts';
import { settingTable } from '../simulator/contract/settings.ts';
import { warnings } from '../simulator/contract/warnings.ts';
import { listOptions } from '../simulator/settings/options.ts';
import { profiles } from '../simulator/settings/profiles.ts';
import { serveCommandSchema } from '../simulator/settings/serve-options.ts';

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

/** Writes a Markdown table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The table of assumptions, in the order of their ids. */
export function assumptionsTable(): string {
	const rows = gapIds.map((id) => {
		const { line, notShown, assumed, settings } = ledger[id];
		const paths = Object.keys(settings).map(code).join(', ');
		return [id, line === null ? '' : String(line), notShown, assumed, paths || 'fixed'];
	});
	return table(['id', 'line', 'not shown', 'the sandbox does', 'setting'], rows);
}

export function warningsTable(): string {
	const rows = Object.entries(warnings).map(([name, sentence]) => [code(name), sentence]);
	return table(['code', 'meaning'], rows);
}

/** The table of findings, the most severe first. */
export function findingsTable(): string {
	const rows = findingCodes.map((name) => {
		const { severity, text, fix, assumption = '' } = findingKindOf(name);
		return [code(name), severity, text, fix, assumption];
	});
	return table(['code', 'severity', 'why it matters', 'what to do', 'gap'], rows);
}

/** The bugs of the example merchant that can be switched on. */
export function bugsTable(): string {
	const rows = Object.entries(bugs).map(([name, { title, foundBy }]) => {
		return [code(name), title, foundBy];
	});
	return table(['name', 'what the shop does', 'found by'], rows);
}

/** The stories that `--merchant` runs against a shop. */
export function merchantStoriesTable(): string {
	const rows = merchantStories.map(({ name, title, cost, advice }) => {
		return [code(name), title, cost ?? '', advice ?? ''];
	});
	return table(['name', 'story', 'what a failure costs you', 'what to do'], rows);
}

/** The settings, each with the values it accepts and its default. */
export function settingsTable(): string {
	const { settings: defaults } = profiles[serveCommandSchema.shape.profile.parse(undefined)];
	const gapOf = (path: string) => gapIds.find((id) => Object.hasOwn(ledger[id].settings, path));
	const rows = Object.entries(settingTable as SettingTable)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([path, { schema, words }]) => {
			const value = valueAt(defaults, path.split('.'));
			const shown = value === undefined ? 'not set' : code(JSON.stringify(value));
			return [code(path), valuesOf(schema).join(', '), shown, words, gapOf(path) ?? ''];
		});
	return table(['setting', 'values', 'default', 'meaning', 'gap'], rows);
}

const named = new Map<z.ZodType, string>([
	[durationSchema, 'a duration'],
	[durationLawSchema, 'a law'],
	[latencyLawSchema, 'a law'],
]);

function valuesOf(schema: z.ZodType): string[] {
	if (schema instanceof z.ZodOptional) return valuesOf(schema.unwrap() as z.ZodType);
	if (schema instanceof z.ZodNullable) {
		return [...valuesOf(schema.unwrap() as z.ZodType), code('null')];
	}
	const name = named.get(schema);
	if (name !== undefined) return [name];
	return valuesIn(z.toJSONSchema(schema, { io: 'input' }));
}

function valuesIn(schema: z.core.JSONSchema.BaseSchema): string[] {
	const { type, anyOf, const: only, enum: values, items } = schema;
	if (anyOf?.some(isDurationText)) return ['a duration'];
	if (anyOf) return anyOf.flatMap((part) => valuesIn(part as typeof schema));
	if (values) return values.map((value) => code(JSON.stringify(value)));
	if (only !== undefined) return [code(JSON.stringify(only))];
	switch (type) {
		case 'boolean':
			return [code('true'), code('false')];
		case 'array': {
			const inner = valuesIn(items as typeof schema).filter((text) => text.startsWith('`'));
			return [inner.length === 0 ? 'a list' : `a list of ${inner.join(' ')}`];
		}
		case 'object':
			return ['an object'];
		case 'integer':
		case 'number':
			return [`${schema.minimum ?? Number(schema.exclusiveMinimum) + 1} to ${schema.maximum}`];
		default:
			return ['a text'];
	}
}

/** The schema of a duration with its own upper bound has no name, so its form identifies it. */
function isDurationText(part: z.core.JSONSchema._JSONSchema): boolean {
	return typeof part === 'object' && part.pattern === durationText.source;
}

/** The options of `serve`. */
export function optionsTable(): string {
	const rows = listOptions(serveCommandSchema).map((option) => {
		const { flag, placeholder, variable, key, fallback, description } = option;
		return [
			code(`${flag} ${placeholder}`.trim()),
			code(variable ?? ''),
			code(key ?? ''),
			code(fallback ?? ''),
			description,
		];
	});
	return table(['flag', 'variable', 'key', 'default', 'meaning'], rows);
}

/** The markets with their payment options, in the order of the payment-options response. */
export function marketsTable(): string {
	const rows = markets.map(({ country, currency, options }) => {
		const names = options.map(({ name, banks }) => (banks.length > 0 ? `**${name}**` : name));
		return [`${code(country)} ${code(currency)}`, names.join(', ')];
	});
	return table(['market', 'options, in order'], rows);
}

/** The stories, in the order of `scenarios --list`. */
export function storiesTable(): string {
	const rows = stories.map(({ name, title, needs, tags, cost = '', advice = '' }) => {
		return [code(name), title, needs, tags.join(', '), cost, advice];
	});
	return table(
		['story', 'what happens', 'needs', 'tags', 'what a failure costs', 'what to do'],
		rows,
	);
}
