/** A server of several workers, and how to meet each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Health } from '../../simulator/contract/control.ts';
import { healthSchema } from '../../simulator/contract/control.ts';
import type { JournalEntry, JournalView } from '../../simulator/contract/journal.ts';
import { journalSchema } from '../../simulator/contract/journal.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { startServe, temporaryFolder } from './command.ts';
import { send } from './sandbox.ts';

/** Connections go to the workers in turn: one for each call. */
export const apart = { Connection: 'close' };

export const someFile = () => `file:${join(temporaryFolder(), 'store')}`;

export async function startWorkers(
	count: number,
	{ store = someFile(), args = [] }: { store?: string; args?: readonly string[] } = {},
) {
	return startServe(['--store', store, '--workers', String(count), ...args]);
}

/** What each of them says, one after the other. */
export async function healthOfEach(url: string, count: number): Promise<Health[]> {
	const met = new Map<number, Health>();
	for (let times = 0; met.size < count && times < 50 * count; times += 1) {
		const { body } = await send('GET', url + controlPaths.health, undefined, apart);
		const health = healthSchema.parse(body);
		met.set(health.workers.answeredBy, health);
	}
	return [...met.values()];
}

export async function journalAt(url: string, query = ''): Promise<JournalView> {
	const answer = await send('GET', `${url}${controlPaths.journal}${query}`, undefined, apart);
	return journalSchema.parse(answer.body);
}

/** The numbers of the workers that answered these calls, in order. */
export const workersOf = (entries: readonly JournalEntry[]) =>
	[...new Set(entries.map(({ worker }) => worker))].sort((one, other) => one - other);

/** Makes as many calls at once. */
export const atOnce = <T>(times: number, make: (index: number) => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: times }, (_, index) => make(index)));

/** Whoever looks at processes does it where the system shows them. */
export const onLinux = test.skipIf(process.platform !== 'linux');

/** The processes that a process has started; where the system tells. */
export function childrenOf(pid: number | undefined): number[] {
	const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
	return text.split(' ').filter(Boolean).map(Number);
}

/** One that has ended stays listed until somebody asks how. */
export const isAlive = (pid: number): boolean => {
	try {
		return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
};
