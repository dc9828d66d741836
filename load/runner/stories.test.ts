import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AnyStory } from '../../scenarios/scenario.ts';
import { flowStories, stories } from '../stories.ts';

const scenarios = new URL('../../scenarios/', import.meta.url);
const folders = ['card', 'bank', 'edge'];

function storyFiles(): string[] {
	return readdirSync(fileURLToPath(scenarios), { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => folders.includes(path.split('/')[0] ?? ''))
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

const isStory = (value: unknown): value is AnyStory =>
	typeof value === 'object' && value !== null && 'needs' in value && 'run' in value;

test('k6 runs every story under scenarios/ that needs no control, and no other', async () => {
	const modules = await Promise.all(
		storyFiles().map(
			(path): Promise<Record<string, unknown>> => import(new URL(path, scenarios).href),
		),
	);
	const portable = modules
		.flatMap((exports) => Object.values(exports))
		.filter(isStory)
		.filter(({ needs }) => needs !== 'control');
	expect(stories.map(({ name }) => name).sort()).toEqual(portable.map(({ name }) => name).sort());
	expect(portable.length).toBeGreaterThan(0);
});

test('every flow of a mix is a story that runs against any host', () => {
	for (const name of Object.values(flowStories)) {
		expect(stories.find((story) => story.name === name)?.needs).toBe('calls');
	}
});
