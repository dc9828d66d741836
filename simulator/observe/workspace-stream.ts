/** `GET /_sandbox/events`: the events of a workspace as they happen. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Store } from '../state/store.ts';
import type { Call, Reply, RouteResult } from '../wire/call.ts';
import { noNotes } from '../wire/call.ts';
import type { EventFeeds } from './event-feeds.ts';

interface WorkspaceStreamDeps {
	store: Store;
	events: Pick<EventFeeds, 'open'>;
}

const stream: Omit<Reply, 'following'> = {
	status: 200,
	contentType: 'text/event-stream; charset=utf-8',
	text: '',
	// Tells proxies (nginx and others) not to buffer the stream.
	headers: { 'X-Accel-Buffering': 'no' },
	notes: noNotes,
};

const retryAfterS = 10;

/** The stream has every change that is made after the client has received the response headers. */
export function streamWorkspace({ store, events }: WorkspaceStreamDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const { workspace, method, clientGone } = call;
		if (method === 'HEAD') return { ...stream, following: noEvents() };
		const { settings } = await store.workspaceRecord(defaultWorkspace);
		const maximum = settings.inForce.limits.eventReaders;
		const opening = events.open(workspace, call.header('last-event-id'), maximum);
		if (opening === null) {
			const setting = 'limits.eventReaders';
			return { code: 'too_many_event_streams', setting, maximum, retryAfterS };
		}
		const { pieces, dropped, close } = await opening;
		clientGone.addEventListener('abort', close);
		if (clientGone.aborted) close();
		return { ...stream, following: pieces, dropped };
	};
}

/** Answers HEAD with the headers of the stream. */
async function* noEvents() {}
