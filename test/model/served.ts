/** A payment of a running sandbox, driven over HTTP by the commands of a model run. */
import type { PaymentView } from '../../simulator/contract/control.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { Answer, Sandbox } from '../support/sandbox.ts';
import { post, send, startPayment } from '../support/sandbox.ts';
import type { Command, Seen } from './command.ts';
import { choices } from './command.ts';
import type { Settings, Verdict } from './rules.ts';

export class Served {
	private view: PaymentView;
	private readonly ids: { sessionId: string; cardId: string; bankId: string };
	private readonly sandbox: Sandbox;

	private constructor(sandbox: Sandbox, ids: Served['ids'], view: PaymentView) {
		this.sandbox = sandbox;
		this.ids = ids;
		this.view = view;
	}

	static async begin(sandbox: Sandbox, { maxAttempts, header, email }: Settings): Promise<Served> {
		await sandbox.configure({
			cashier: { maxAttempts },
			defaultOutcome: 'APPROVE',
			processing: { default: { fixed: '5s' } },
		});
		const customer = email ? { email: `${email}@sim.example` } : {};
		const headers: Record<string, string> = header ? { 'X-Sandbox-Outcome': header.join() } : {};
		const ids = await startPayment(sandbox.url, { customer }, headers);
		return new Served(sandbox, ids, await sandbox.payment(ids.sessionId));
	}

	async do(command: Command): Promise<Verdict> {
		const answer = await this.call(command);
		this.view = await this.sandbox.payment(this.ids.sessionId);
		return !answer || answer.status === 200 ? 'accepted' : answer.body.code;
	}

	/** Without what is allowed: only a refusal tells. */
	seen(): Omit<Seen, 'allowed'> {
		const { state, final, attempts, fate, timeline } = this.view;
		return {
			state,
			final,
			attempts: attempts.length,
			fate: fate && { outcome: fate.outcome, reason: fate.reason },
			planned: timeline
				.filter(({ planned }) => planned)
				.map(({ state, at }) => ({ state, at: Date.parse(at) })),
		};
	}

	private async call(command: Command): Promise<Answer | null> {
		const { sandbox } = this;
		const { sessionId, cardId, bankId } = this.ids;
		switch (command.type) {
			case 'advance':
				await sandbox.advance(command.ms);
				return null;
			case 'usual':
				await sandbox.configure({ defaultOutcome: command.outcome });
				return null;
			case 'network': {
				const { delayMs } = command;
				const law = delayMs === null ? 'never' : { fixed: delayMs };
				await sandbox.configure({ processing: { default: law } });
				return null;
			}
			case 'list-suboptions':
				return this.service(servicePaths.paymentSuboptions, { paymentOptionId: bankId });
			case 'choose': {
				const { bank } = choices[command.choice];
				const choice = bank
					? { paymentOptionId: bankId, optionId: bank }
					: { paymentOptionId: cardId };
				return this.service(servicePaths.hybridPayment, choice);
			}
			case 'submit': {
				const { card, holder } = command.typed ?? {};
				const typed = this.view.option?.kind === 'card' ? { card, holder } : {};
				return this.act({ action: 'submit', ...typed });
			}
			case 'otp':
				return this.act({ action: 'otp', otp: command.code });
			case 'steer':
				return this.act({ action: 'steer', outcome: command.words });
			case 'decline':
				return this.act({ action: 'decline', reason: command.reason });
			case 'open':
				// The page opens the payment as `act` does, and refuses nothing.
				if (!['redirected', 'opened'].includes(this.view.state))
					return this.act({ action: 'open' });
				await send('GET', `${sandbox.url}/pay?sessionId=${sessionId}`);
				return null;
			default:
				return this.act({ action: command.type });
		}
	}

	private service(path: string, body: object): Promise<Answer> {
		const { sessionId } = this.ids;
		return post(this.sandbox.url + path, { sessionId, ...body });
	}

	private act(action: object): Promise<Answer> {
		return post(`${this.sandbox.url}/_sandbox/payments/${this.ids.sessionId}/act`, action);
	}
}
