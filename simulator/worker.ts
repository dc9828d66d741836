/** One of several processes behind one port: started by its supervisor, and told everything by it. */
import type { Journal } from './journal/journal.ts';
import { pageOf } from './journal/pages.ts';
import { holdingsOf } from './journal/together.ts';
import { supervisor } from './runtime/cluster.ts';
import { isDebugged } from './runtime/debugged.ts';
import { disablePretenuring } from './runtime/gc-tuning.ts';
import type { Sandbox } from './sandbox.ts';
import { serveOptionsSchema } from './settings/serve-options.ts';
import { startFailureOf } from './start-failure.ts';
import { startSandbox } from './start-sandbox.ts';
import type { Orders, Started, SupervisorCalls, WorkerCalls } from './workers/calls.ts';
import type { Channel } from './workers/channel.ts';
import { createChannel } from './workers/channel.ts';
import { fellowOf } from './workers/fellow.ts';

interface Serving {
	sandbox: Sandbox;
	journal: Journal;
}

let serving: Serving | null = null;
let running = 0;

/** Asked only once it serves. */
function served(): Serving {
	if (serving === null) throw new Error('This worker does not serve yet.');
	return serving;
}

const channel: Channel<SupervisorCalls> = createChannel<SupervisorCalls, WorkerCalls>(
	supervisor(),
	{
		beThere: () => ({ isDebugged: isDebugged() }),
		noteRunning(workers) {
			running = workers;
		},
		page: ({ workspace, wanted }) => pageOf(served().journal, workspace, wanted),
		clear: (workspace) => served().journal.clear(workspace),
		kept: () => served().journal.kept(),
		holdings: () => holdingsOf(served().journal),
		cut(cuts) {
			const { journal } = served();
			for (const [workspace, id] of cuts) journal.forget(workspace, id);
		},
		callsInFlight: () => served().sandbox.callsInFlight(),
		async stop() {
			await served().sandbox.close();
			process.exit(0);
		},
	},
);

async function start({ place, options }: Orders): Promise<Started> {
	disablePretenuring();
	running = place.configured;
	const fellow = fellowOf(channel, place, () => running);
	try {
		const { sandbox, journal, port } = await startSandbox(fellow, options);
		serving = { sandbox, journal };
		const { url, guide, controlToken } = sandbox;
		return { ok: true, url, port, guide, controlToken };
	} catch (failure) {
		return startFailureOf(failure, serveOptionsSchema.parse(options));
	}
}

/** Until it is told to stop. */
export async function work(): Promise<void> {
	await channel.ask('started', await start(await channel.ask('enter', null, null)), null);
}
