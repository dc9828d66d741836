/** Session ids and card numbers in paths, however they are written, in the log, the journal and the console lines. */
import { expect, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { send, startPayment, startSandbox } from './support/sandbox.ts';

const escaped = (text: string) =>
	[...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

test.each(['line', 'json', 'console'] as const)('no log has them: %s', async (log) => {
	const lines: string[] = [];
	const { url } = await startSandbox({ log, writeLog: (line) => lines.push(line) });
	const { sessionId } = await startPayment(url);
	const plain = sessionId.replaceAll('-', '');
	const written = [
		sessionId,
		escaped(sessionId),
		escaped(sessionId).toUpperCase(),
		sessionId.replaceAll('-', '%2d'),
		sessionId.replaceAll('-', '%2D').toUpperCase(),
		plain,
		escaped('4111111111111111'),
	];
	for (const id of written) {
		await send('GET', `${url}${controlPaths.payments}/${id}?until=created`);
		await send('GET', `${url}/x/${id}`);
	}
	const broken = ['%', '%2', '%zz', '%e2%82', '%0a%1b%2f'];
	for (const path of broken) await send('GET', `${url}/x${path}`);
	const { body } = await send('GET', `${url}${controlPaths.journal}?limit=100`);
	const shown = [...lines, ...body.entries.map(({ path }: { path: string }) => path)].join('\n');
	expect(shown).toContain('/x/{id}');
	for (const id of [...written, '4111111111111111']) {
		expect(shown.toLowerCase()).not.toContain(id.toLowerCase());
	}
	for (const path of broken) expect(shown).toContain(`/x${path}`);
});
