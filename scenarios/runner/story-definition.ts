/** Checks the definition of a user's story. Stories in JavaScript have no type checks. */
import { findingCodes } from '../../simulator/contract/finding-table.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { didYouMean } from '../../simulator/contract/nearest.ts';
import type { AnyStory, Need, Story } from '../scenario.ts';
import type { ShopNeeds } from '../shop.ts';
import { shopFlows } from '../shop.ts';
import type { KeysOf } from './story-values.ts';
import { unknownKeysProblem, unknownValueProblem } from './story-values.ts';

const needs: readonly Need[] = ['calls', 'shopper', 'control', 'merchant'];

export const isNeed = (value: unknown): boolean => needs.includes(value as Need);

const sendsValues: readonly NonNullable<ShopNeeds['sends']>[] = ['option', 'bank'];

const storyKeys: KeysOf<Story> = {
	name: true,
	title: true,
	tags: true,
	cost: true,
	advice: true,
	expectedFindings: true,
	needs: true,
	shop: true,
	run: true,
};

const shopKeys: KeysOf<ShopNeeds> = {
	market: true,
	flow: true,
	paid: true,
	amount: true,
	sends: true,
	changesFlow: true,
	allows: true,
	forbids: true,
};

/** The mistakes in a story's definition, each with the field and the rule. Other fields are allowed, but no misspelled ones. */
export function storyProblems(story: AnyStory): string[] {
	const where = isText(story.name) ? `the story "${story.name}"` : 'a story';
	const problems = [
		...fieldProblems(story),
		...misspelledFieldProblems(story),
		...codeProblems('expectedFindings', story.expectedFindings),
	];
	if (story.shop !== undefined) problems.push(...shopProblems(story.shop));
	return problems.map((problem) => `in ${where}, ${problem}`);
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

function fieldProblems(story: AnyStory): string[] {
	const { name, title, tags } = story;
	const rules = [
		['name', isText(name), 'a text', "'shop/paid'"],
		['title', isText(title), 'a text', "'An order is paid'"],
		['tags', Array.isArray(tags) && tags.every(isText), 'a list of texts', "['shop']"],
		['needs', needs.includes(story.needs), `one of ${needs.join(', ')}`, "'shopper'"],
	] as const;
	return rules.flatMap(([field, holds, kind, example]) => {
		if (holds) return [];
		const rule = story[field] === undefined ? 'is missing' : `must be ${kind}`;
		return [`${field} ${rule}, for example ${example}.`];
	});
}

function misspelledFieldProblems(story: AnyStory): string[] {
	const known = Object.keys(storyKeys);
	return Object.keys(story).flatMap((field) => {
		const meant = known.includes(field) ? '' : didYouMean(field, known);
		return meant ? [`${field} is not known here${meant}.`] : [];
	});
}

function shopProblems(shop: unknown): string[] {
	const takes = `shop takes an object with ${Object.keys(shopKeys).join(', ')}`;
	if (typeof shop !== 'object' || shop === null || Array.isArray(shop)) return [`${takes}.`];
	const unknown = unknownKeysProblem(shop, Object.keys(shopKeys), takes);
	const { market, flow, sends, allows, forbids, ...switches }: Record<string, unknown> = {
		...shop,
	};
	const values = [
		['market', market, Object.keys(marketSamples)],
		['flow', flow, shopFlows],
		['sends', sends, sendsValues],
	] as const;
	const problems = [
		unknown,
		...values.map(([key, value, known]) =>
			value === undefined ? undefined : unknownValueProblem(`shop.${key}`, value, known),
		),
		...codeProblems('shop.allows', allows),
		...codeProblems('shop.forbids', forbids),
		...(['paid', 'amount', 'changesFlow'] as const).map((key) =>
			['undefined', 'boolean'].includes(typeof switches[key])
				? undefined
				: `shop.${key} must be true, or left out.`,
		),
	];
	return problems.filter((problem) => problem !== undefined);
}

function codeProblems(field: string, codes: unknown): string[] {
	if (codes === undefined) return [];
	if (!Array.isArray(codes)) {
		return [`${field} must be a list of codes of findings, for example ['duplicate_order'].`];
	}
	const problems = codes.map((code) => unknownValueProblem(`code in ${field}`, code, findingCodes));
	return problems.filter((problem) => problem !== undefined);
}
