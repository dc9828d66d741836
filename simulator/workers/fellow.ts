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
			// One that gets lost does no harm: whoever reads a page says them first.
			const tell = () => {
				const { journalEntries, journalBytes } = own.limits();
				ask('limitTo', { journalEntries, journalBytes }).catch(() => undefined);
			};
			tell();
			return {
				page(workspace, wanted) {
					tell();
					return ask('page', { workspace, wanted });
				},
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
