import { expect, test } from 'vitest';
import { settingsOf } from '../settings/settings.ts';
import { createWorld } from '../workspaces/world.ts';
import type { SupervisorCalls } from './calls.ts';
import type { Answers, Channel } from './channel.ts';
import { NoAnswer } from './channel.ts';
import { sharedUnmade } from './shared-unmade.ts';

const clock = { mode: 'real', scale: 1, now: null } as const;
const genesis = { seed: 1, settings: settingsOf('sandbox'), clock };

/** A worker and its supervisor, which takes every proposal and answers all else as it is told here. */
function setup(answers: Partial<Answers<SupervisorCalls>> = {}) {
	const usual: Partial<Answers<SupervisorCalls>> = {
		lookUnmade: ({ proposal }) => proposal,
		...answers,
	};
	const ask = async (what: keyof SupervisorCalls, input: never) => usual[what]?.(input);
	const begin = (name: string) => ({ world: createWorld(name, genesis, 0), strayCalls: 0 });
	return sharedUnmade({ ask: ask as Channel<SupervisorCalls>['ask'] }, { begin, wallNow: () => 0 });
}

test('who looks while others forget the same name looks again', async () => {
	const unmade = setup();
	let times = 0;
	const secret = await unmade.during('a', async () => {
		times += 1;
		if (times > 1 && times < 5) await unmade.forget('a', true);
		return unmade.look('a').world.secret;
	});
	expect([times, secret.length > 0]).toEqual([5, true]);
});

test('what is done stays done when the supervisor does not answer afterwards', async () => {
	const silent = (what: string, isGone: boolean) => () => {
		throw new NoAnswer(what, isGone);
	};
	for (const isGone of [false, true]) {
		const unmade = setup({
			countStrayCalls: silent('countStrayCalls', isGone),
			forgetUnmade: silent('forgetUnmade', isGone),
		});
		const done = await unmade.during('a', async () => {
			unmade.look('a').strayCalls += 1;
			return 'done';
		});
		expect(done).toBe('done');
		await expect(unmade.forget('a', true)).resolves.toBeUndefined();
	}
});

test('what cannot be looked up is not done', async () => {
	const unmade = setup({
		lookUnmade: () => {
			throw new NoAnswer('lookUnmade', false);
		},
	});
	const done: string[] = [];
	const doing = unmade.during('a', async () => {
		done.push(unmade.look('a').world.secret);
	});
	await expect(doing).rejects.toBeInstanceOf(NoAnswer);
	expect(done).toEqual([]);
});
