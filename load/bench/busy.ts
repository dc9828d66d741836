/** Whether somebody else uses the machine, which no comparison can make good. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Beyond this share of the processors there is hardly a core left for each of the two who are measured. */
const most = 0.3;
const lookMs = 500;

/** Looks while the bench itself does nothing; a doubt, or nothing. */
export async function doubtOfMachine(): Promise<string[]> {
	const before = times();
	await sleep(lookMs);
	const after = times();
	const share = (after.busy - before.busy) / Math.max(1, after.all - before.all);
	if (share <= most) return [];
	return [`other programs used ${Math.round(share * 100)} % of the machine when it began`];
}

function times() {
	const all = cpus().map(({ times }) => times);
	const sum = (of: (one: (typeof all)[number]) => number) =>
		all.reduce((total, one) => total + of(one), 0);
	const idle = sum((one) => one.idle);
	const busy = sum(({ user, nice, sys, irq }) => user + nice + sys + irq);
	return { busy, all: busy + idle };
}
