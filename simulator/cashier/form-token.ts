/** Tokens of forms: each is good for one session, one choice, and one step of the payment. */
import type { Payment } from '../domain/payment.ts';
import { sign } from '../runtime/chance.ts';
import type { World } from '../workspaces/world.ts';

/** Void once the choice is replaced; valid on every process that shares the workspace's secret. */
export function formToken(payment: Payment, world: World): string {
	const step = stepOf(payment);
	return `${step}.${signature(payment, world, step)}`;
}

/** `used`: the form was ours, and the payment has gone on since: a double click, or a second tab. */
export function judgeToken(
	token: string,
	payment: Payment,
	world: World,
): 'right' | 'used' | 'wrong' {
	const [step = '', given] = token.split('.');
	if (given !== signature(payment, world, step)) return 'wrong';
	return step === stepOf(payment) ? 'right' : 'used';
}

/** Counts attempts and wrong codes: a form that did something is never taken again. */
function stepOf({ attempts, challenge }: Payment): string {
	return `${attempts.length}-${challenge?.wrongCodes ?? 0}`;
}

function signature({ sessionId, choice }: Payment, { secret }: World, step: string): string {
	return sign(secret, `${sessionId} ${choice?.optionCode} ${choice?.suboptionId} ${step}`);
}
