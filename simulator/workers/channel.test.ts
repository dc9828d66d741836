import { expect, test } from 'vitest';
import type { Answers, Port } from './channel.ts';
import { createChannel, NoAnswer } from './channel.ts';

interface Sums {
	add(numbers: readonly number[]): number;
	wait(nothing: null): void;
	fail(words: string): void;
	askBack(nothing: null): string;
}
interface Names {
	name(nothing: null): string;
	never(nothing: null): void;
}

/** Two sides, and what is sent between them as it would be between processes. */
function setup(isDelivered = true) {
	const takers: ((message: unknown) => void)[] = [];
	const port = (own: number): Port => ({
		send(message, failed) {
			if (!isDelivered) failed();
			else takers[1 - own]?.(JSON.parse(JSON.stringify(message)));
		},
		onMessage(take) {
			takers[own] = take;
		},
	});
	const never = () => new Promise<void>(() => undefined);
	const names: Answers<Names> = { name: () => 'asker', never };
	const asker = createChannel<Sums, Names>(port(0), names);
	const sums: Answers<Sums> = {
		add: (numbers) => numbers.reduce((total, one) => total + one, 0),
		wait: never,
		fail(words) {
			throw new Error(words);
		},
		askBack: () => answerer.ask('name', null),
	};
	const answerer = createChannel<Names, Sums>(port(1), sums);
	return { asker, answerer };
}

test('each side gets the answer to its own question, in any order', async () => {
	const { asker, answerer } = setup();
	const asked = [asker.ask('askBack', null), asker.ask('add', [1, 2]), asker.ask('add', [3])];
	expect(await Promise.all(asked)).toEqual(['asker', 3, 3]);
	expect(await answerer.ask('name', null)).toBe('asker');
});

test('who gets no answer in time, or can get none any more, is told which', async () => {
	const { asker } = setup();
	await expect(asker.ask('wait', null, 1)).rejects.toMatchObject({ isGone: false });
	const waiting = asker.ask('wait', null, null);
	asker.close();
	await expect(waiting).rejects.toMatchObject({ isGone: true });
	await expect(asker.ask('add', [1])).rejects.toMatchObject({ isGone: true });
	await expect(setup(false).asker.ask('add', [1])).rejects.toBeInstanceOf(NoAnswer);
});

test('a failure of the other side is one here, with its cause', async () => {
	const { asker } = setup();
	const failing = asker.ask('fail', 'out of paper');
	await expect(failing).rejects.toThrow(/^fail failed in another process: .*out of paper/);
	await expect(failing).rejects.not.toBeInstanceOf(NoAnswer);
});
