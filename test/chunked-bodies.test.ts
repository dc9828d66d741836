/** Bodies in chunks (RFC 9112, 7.1), which the server joins as they arrive. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { answersIn, exchange } from './support/raw.ts';
import { startSandbox } from './support/sandbox.ts';

const order = JSON.stringify(paymentOptionsExample);
const head = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;

test('a long body in chunks of one byte is read', async () => {
	const { url } = await startSandbox();
	const [start, end] = [`${order.slice(0, -1)},"note":"`, '"}'];
	const chunked = (text: string) => [...text].map((char) => `1\r\n${char}\r\n`).join('');
	const answers = await exchange(
		url,
		`${head}${chunked(start + 'x'.repeat(20_000) + end)}0\r\n\r\n`,
	);
	expect(answersIn(answers).map(({ status }) => status)).toEqual([200]);
});

test('a body in long and short chunks arrives byte by byte as it was sent', async () => {
	const { url, journal } = await startSandbox();
	const note = Array.from({ length: 30_000 }, (_, index) => String.fromCharCode(97 + (index % 26)));
	const body = `${order.slice(0, -1)},"note":"${note.join('')}"}`;
	const sizes = [1, 63, 1, 2_000, 4_095, 4_096, 1, 1, 8_000, 3];
	let chunked = '';
	for (let from = 0, turn = 0; from < body.length; turn += 1) {
		const part = body.slice(from, from + (sizes[turn % sizes.length] ?? 1));
		chunked += `${part.length.toString(16)}\r\n${part}\r\n`;
		from += part.length;
	}
	const answers = answersIn(await exchange(url, `${head}${chunked}0\r\n\r\n`));
	expect(answers.map(({ status }) => status)).toEqual([200]);
	expect((await journal()).entries[0]?.request).toEqual(JSON.parse(body));
});
