/** What a visitor asks, one call after the other, on one connection. */
import { paymentOptionsExample } from '../../../simulator/contract/examples.ts';
import { servicePaths } from '../../../simulator/contract/routes.ts';
import type { Answer, Connection } from './connection.ts';
import { endOfHead } from './connection.ts';
import type { Visit } from './job.ts';

interface Visiting {
	/** Books an answer; false when it is not 200, and the visit ends. */
	take(answer: Answer): boolean;
	done(): void;
}

export type Visitor = (connection: Connection, visiting: Visiting) => void;

export function visitorTo(host: string, visit: Visit): Visitor {
	const headOf = (path: string) =>
		`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: `;
	const post = (head: string, body: string) =>
		`${head}${Buffer.byteLength(body)}${endOfHead}${body}`;
	const begin = Buffer.from(
		post(headOf(servicePaths.paymentOptions), JSON.stringify(paymentOptionsExample)),
	);
	if (visit === 'paymentOptions') {
		return (connection, { take, done }) =>
			connection.ask(begin, (answer) => {
				take(answer);
				done();
			});
	}
	const suboptions = headOf(servicePaths.paymentSuboptions);
	const choice = headOf(servicePaths.hybridPayment);
	return (connection, { take, done }) =>
		connection.ask(begin, (options) => {
			if (!take(options)) return done();
			// The first option is the one with a list of banks.
			const session = textAfter(options, '"sessionId":"');
			const option = textAfter(options, '"paymentOptionId":"');
			const ids = `{"sessionId":"${session}","paymentOptionId":"${option}"`;
			connection.ask(post(suboptions, `${ids}}`), (banks) => {
				if (!take(banks)) return done();
				const bank = textAfter(banks, '"id":"');
				connection.ask(post(choice, `${ids},"optionId":"${bank}"}`), (redirect) => {
					take(redirect);
					done();
				});
			});
		});
}

/** Reading the whole JSON would cost more than the server's work. */
function textAfter({ bytes, bodyAt }: Answer, name: string): string {
	const from = bytes.indexOf(name, bodyAt) + name.length;
	return bytes.toString('latin1', from, bytes.indexOf('"', from));
}
