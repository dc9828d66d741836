/** A payment of a running sandbox, driven over HTTP by the commands of a model run. */
import type { PaymentView } from '../../simulator/contract/control.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { Answer, Sandbox } from '../support/sandbox.ts';
import { post, send, startPayment } from '../support/sandbox.ts';
import type { Command, Seen } from './command.ts';
import { choices } from './command.ts';
import type { Settings, Verdict } from './rules.ts';

export async function createHttpPayment(sandbox: Sandbox, settings: Settings) {
	const { maxAttempts, header, email, timeoutMs, repeat } = settings;
	await sandbox.configure({
		cashier: { maxAttempts },
		hybrid: { repeat },
		defaultOutcome: 'APPROVE',
		processing: { default: { fixed: '5s' }, timeout: timeoutMs },
	});
	const customer = email ? { email: `${email}@sim.example` } : {};
	const headers: Record<string, string> = header ? { 'X-Sandbox-Outcome': header.join() } : {};
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url, { customer }, headers);
	let view: PaymentView = await sandbox.payment(sessionId);

	return {
		async do(command: Command): Promise<Verdict> {
			const answer = await call(command);
			view = await sandbox.payment(sessionId);
			return !answer || answer.status === 200 ? 'accepted' : answer.body.code;
		},
		/** Without the allowed events: only an error lists them. */
		seen(): Omit<Seen, 'allowed'> {
			const { state, final, attempts, fate, timeline } = view;
			return {
				state,
				final,
				attempts: attempts.length,
				fate,
				planned: timeline
					.filter(({ planned }) => planned)
					.map(({ state, at }) => ({ state, at: Date.parse(at) })),
			};
		},
	};

	async function call(command: Command): Promise<Answer | null> {
		switch (command.type) {
			case 'advance':
				await sandbox.advance(command.ms);
				return null;
			case 'default-outcome':
				await sandbox.configure({ defaultOutcome: command.outcome });
				return null;
			case 'network': {
				const { delayMs } = command;
				const law = delayMs === null ? 'never' : { fixed: delayMs };
				await sandbox.configure({ processing: { default: law } });
				return null;
			}
			case 'list-suboptions':
				return service(servicePaths.paymentSuboptions, { paymentOptionId: bankId });
			case 'choose': {
				const { bank } = choices[command.choice];
				const choice = bank
					? { paymentOptionId: bankId, optionId: bank }
					: { paymentOptionId: cardId };
				return service(servicePaths.hybridPayment, choice);
			}
			case 'submit': {
				const { card, holder } = command.typed ?? {};
				const typed = view.option?.kind === 'card' ? { card, holder } : {};
				return act({ action: 'submit', ...typed });
			}
			case 'otp':
				return act({ action: 'otp', otp: command.code });
			case 'steer':
				return act({ action: 'steer', outcome: command.outcomes });
			case 'decline':
				return act({ action: 'decline', reason: command.reason });
			case 'open':
				// The page opens the payment like `act open`, but never rejects.
				if (!['redirected', 'opened'].includes(view.state)) return act({ action: 'open' });
				await send('GET', `${sandbox.url}/pay?sessionId=${sessionId}`);
				return null;
			default:
				return act({ action: command.type });
		}
	}

	function service(path: string, body: object): Promise<Answer> {
		return post(sandbox.url + path, { sessionId, ...body });
	}

	function act(action: object): Promise<Answer> {
		return post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, action);
	}
}
