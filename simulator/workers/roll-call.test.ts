import { expect, test } from 'vitest';
import type { WorkerCalls } from './calls.ts';
import type { Channel } from './channel.ts';
import type { Member } from './member.ts';
import { createRollCall } from './roll-call.ts';

/** Workers that answer or do not, as they are told, and the rounds in which they are ended. */
function setup() {
	const round = createRollCall();
	const members = new Set<Pick<Member, 'channel' | 'end'>>();
	const ended: string[] = [];
	let rounds = 0;
	const join = (name: string, isDebugged = false) => {
		const told = { answers: true };
		let owed: (() => void)[] = [];
		const ask = () =>
			new Promise((resolve) => {
				const answer = () => resolve({ isDebugged });
				if (told.answers) answer();
				else owed.push(answer);
			});
		const channel = { ask: ask as Channel<WorkerCalls>['ask'], close: () => undefined };
		const member = {
			channel,
			end(why: string) {
				members.delete(member);
				ended.push(`${name} ${why}, in round ${rounds}`);
			},
		};
		members.add(member);
		return {
			hang() {
				told.answers = false;
			},
			goOn() {
				told.answers = true;
				for (const answer of owed) answer();
				owed = [];
			},
		};
	};
	const pass = async (times: number) => {
		for (let time = 0; time < times; time += 1) {
			rounds += 1;
			round(members);
			// What was answered is heard before the next round.
			await new Promise(setImmediate);
		}
	};
	return { join, pass, ended };
}

test('who gives no answer for thirty rounds is ended, one in a round, longest silent first', async () => {
	const { join, pass, ended } = setup();
	const [one, other] = [join('one'), join('other')];
	join('third');
	await pass(100);
	other.hang();
	await pass(3);
	one.hang();
	await pass(60);
	const why = 'was ended, for it gave no answer for 30 s';
	expect(ended).toEqual([`other ${why}, in round 131`, `one ${why}, in round 134`]);
});

test('two that hang together are ended one after the other, and not the one that goes on then', async () => {
	const { join, pass, ended } = setup();
	const workers = ['one', 'other', 'third'].map((name) => join(name));
	for (const worker of workers) worker.hang();
	await pass(30);
	expect(ended).toEqual([]);
	await pass(1);
	expect(ended).toHaveLength(1);
	workers[2]?.goOn();
	await pass(100);
	expect(ended).toHaveLength(2);
});

test('an answer that comes late is one, and who is debugged may be silent', async () => {
	const { join, pass, ended } = setup();
	const [slow, debugged] = [join('slow'), join('debugged', true)];
	await pass(1);
	debugged.hang();
	for (let times = 0; times < 5; times += 1) {
		slow.hang();
		await pass(29);
		slow.goOn();
		await pass(1);
	}
	expect(ended).toEqual([]);
});
