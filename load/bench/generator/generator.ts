/** The one who asks, in a process of its own: plays the jobs that come over the channel, one at a time. */
import type { Job, Reply } from './job.ts';
import { play } from './play.ts';

const send = (reply: Reply) => process.send?.(reply);

process.on('message', (job: Job) => {
	play(job).then(
		(played) => send({ played }),
		(error: Error) => send({ broken: error.message }),
	);
});
