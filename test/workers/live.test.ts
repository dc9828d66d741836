/** News of a payment, whichever process the stream and the changes meet. */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { listen } from '../support/events.ts';
import { post, reachCashier } from '../support/sandbox.ts';
import { apart, atOnce, startWorkers } from '../support/workers.ts';

test('streams at both workers tell what one of them was asked to do', async () => {
	const { url } = await startWorkers(2, { args: ['--clock', 'manual'] });
	const { page, sessionId } = await reachCashier(url, 'card');
	// Connections go to the workers in turn.
	const streams = await atOnce(2, () => listen(page, apart));
	const heard = async () => {
		const news = await Promise.all(streams.map((stream) => stream.next()));
		return news.map((one) => one?.state);
	};
	expect(await heard()).toEqual(['redirected', 'redirected']);
	await post(`${url}${controlPaths.payments}/${sessionId}/act`, { action: 'submit' }, apart);
	expect(await heard()).toEqual(['processing', 'processing']);
	await post(url + controlPaths.advance, { by: '5s' }, apart);
	expect(await heard()).toEqual(['confirmed', 'confirmed']);
	expect(await heard()).toEqual([undefined, undefined]);
});
