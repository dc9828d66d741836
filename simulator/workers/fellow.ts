/** The whole server as one of several workers sees it: what is everybody's is asked of the supervisor. */
import { machineMs } from '../runtime/time.ts';
import { mostWorkers } from '../settings/serve-options.ts';
import type { Place, SupervisorCalls } from './calls.ts';
import type { Channel } from './channel.ts';
import { sharedUnmade } from './shared-unmade.ts';
import type { WholeServer } from './whole-server.ts';
import { maxConnections } from './whole-server.ts';

export function fellowOf(
	channel: Pick<Channel<SupervisorCalls>, 'ask'>,
	{ worker, configured, startedMs }: Place,
	running: () => number,
): WholeServer {
	const { ask } = channel;
	const uptimeMs = () => machineMs() - startedMs;
	return {
		workers: () => ({ configured, running: running(), answeredBy: worker }),
		uptimeMs,
		// In order of time over all workers: who has an answer calls again later than that, by microseconds at least.
		idAfter(latestId) {
			const id = Math.floor(uptimeMs() * 1_000) * mostWorkers + worker;
			return id > latestId ? id : latestId + mostWorkers;
		},
		readerOf(own) {
			const limits = () => {
				const { journalEntries, journalBytes } = own.limits();
				return { journalEntries, journalBytes };
			};
			// One that gets lost does no harm: who reads a page says them again.
			const tell = () => void ask('limitTo', limits()).catch(() => undefined);
			tell();
			return {
				page: (workspace, wanted) => ask('page', { workspace, wanted, limits: limits() }),
				clear: (workspace) => ask('clear', workspace),
				limitTo(next) {
					if (next === own.limits()) return;
					own.limitTo(next);
					tell();
				},
			};
		},
		allowances: { take: (asked) => ask('take', asked) },
		unmadeAt: (options) => sharedUnmade(channel, options),
		maxConnections: Math.ceil(maxConnections / configured),
	};
}
