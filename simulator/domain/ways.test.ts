import { expect, test } from 'vitest';
import { createWays } from './ways.ts';

interface Step {
	to: string;
	by: string;
}

function setup() {
	const start: readonly Step[] = [];
	const follow = createWays<readonly Step[], Step>({
		start,
		wordsOf: [({ to }) => to, ({ by }) => by],
		isUsual: (_way, { by }) => by !== 'chance',
		next: (way, step) => way.concat(step),
	});
	const along = (...steps: Step[]) => steps.reduce(follow, start);
	return { along, follow };
}

const home = { to: 'home', by: 'foot' };
const away = { to: 'away', by: 'foot' };

test('the same steps in the same order are the same way', () => {
	const { along } = setup();
	expect(along(home, away)).toEqual([home, away]);
	expect(along(home, away)).toBe(along({ ...home }, { ...away }));
	expect(along(away, home)).toEqual([away, home]);
	expect(along(home, { to: 'away', by: 'train' })).toEqual([home, { to: 'away', by: 'train' }]);
});

test('what is unusual is right, and shared by nobody', () => {
	const { along } = setup();
	const found = { to: 'found', by: 'chance' };
	expect(along(home, found, away)).toEqual([home, found, away]);
	expect(along(home, found)).not.toBe(along(home, found));
	expect(along(home, found, away)).not.toBe(along(home, found, away));
});

test('a way that does not begin at the start, such as one that was read from a file, goes on by itself', () => {
	const { along, follow } = setup();
	const read: Step[] = JSON.parse(JSON.stringify(along(home)));
	expect(follow(read, away)).toEqual([home, away]);
	expect(follow(read, away)).not.toBe(along(home, away));
});

test('after a thousand ways no more are kept, and those that are stay shared', () => {
	const { along } = setup();
	const first = along(home, away);
	for (let step = 0; step < 1_000; step += 1) along({ to: String(step), by: 'foot' });
	const late = { to: 'late', by: 'foot' };
	expect(along(late)).toEqual([late]);
	expect(along(late)).not.toBe(along(late));
	expect(along(home, away)).toBe(first);
});
