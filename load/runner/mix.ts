/** `card=0.6,bank=0.4` → story → share of the flows. */
import { flowStories } from '../stories.ts';
import type { Problem } from './problem.ts';

export type MixCheck = { mix: Record<string, number> } | { problems: Problem[] };

const field = '--mix';

export function parseMix(text: string, storyNames: readonly string[]): MixCheck {
	const weights = new Map<string, number>();
	const problems: Problem[] = [];
	for (const part of text.split(',')) {
		const [key = '', weight, ...rest] = part.split('=').map((piece) => piece.trim());
		const story = Object.entries(flowStories).find(([flow]) => flow === key)?.[1] ?? key;
		const share = weight === undefined || weight === '' ? Number.NaN : Number(weight);
		if (!storyNames.includes(story)) {
			const known = [...Object.keys(flowStories), ...storyNames].join(', ');
			problems.push({
				field,
				rule: `names "${key}", which is no flow.`,
				fix: `Known are ${known}.`,
			});
		} else if (rest.length > 0 || !Number.isFinite(share) || share < 0) {
			const rule = `gives ${key} no weight of 0 or more.`;
			problems.push({ field, rule, fix: 'Write it as card=0.6,bank=0.4.' });
		} else if (weights.has(story)) {
			problems.push({ field, rule: `names ${story} twice.`, fix: 'Name every flow once.' });
		} else {
			weights.set(story, share);
		}
	}
	const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
	if (problems.length === 0 && sum === 0) {
		problems.push({ field, rule: 'gives every flow the weight 0.', fix: 'Give one flow more.' });
	}
	if (problems.length > 0) return { problems };
	const shares = [...weights].filter(([, weight]) => weight > 0);
	return { mix: Object.fromEntries(shares.map(([name, weight]) => [name, weight / sum])) };
}
