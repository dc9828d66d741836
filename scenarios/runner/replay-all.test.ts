import { expect, test } from 'vitest';
import type { AnyStory } from '../scenario.ts';
import { story } from '../scenario.ts';
import { replayAll } from './replay-all.ts';

const target = {
	url: 'http://127.0.0.1:1',
	controlToken: undefined,
	sandbox: { version: '1', clock: 'manual' },
};

test('a story that moves the clock is replayed alone, and keeps its place in the results', async () => {
	let playing = 0;
	const most = { control: 0, shopper: 0 };
	const counted = (needs: 'control' | 'shopper', name: string): AnyStory => {
		const run = async () => {
			playing += 1;
			most[needs] = Math.max(most[needs], playing);
			await new Promise((resolve) => setImmediate(resolve));
			playing -= 1;
		};
		const basics = { name, title: name, tags: ['card'], run };
		return needs === 'control' ? story({ ...basics, needs }) : story({ ...basics, needs });
	};
	const stories = [
		counted('control', 'a'),
		counted('shopper', 'b'),
		counted('shopper', 'c'),
		counted('control', 'd'),
	];
	const options = { seed: 1, jobs: 4, repeat: 2, bail: false };
	const results = await replayAll(
		stories,
		{ ...options, names: [], tags: [], command: 'scenarios' },
		{
			target,
			tag: 'test',
			signal: new AbortController().signal,
			onAssumption: () => {},
			onResult: () => {},
		},
	);
	expect(most).toEqual({ control: 1, shopper: 2 });
	expect(results.map(({ name, status }) => `${name} ${status}`)).toEqual([
		'a passed',
		'b passed',
		'c passed',
		'd passed',
	]);
});
