/** Compares the answers to equal payment-options calls of one order. Pure. */
import type { RepeatKind } from './plan.ts';
import type { CallOutcome } from './responses.ts';

export interface Answer {
	outcome: CallOutcome;
	status: number;
	problem?: string;
	/** The ids of an accepted answer; empty for another one. */
	transactionId: string;
	sessionId: string;
}

interface ComparedAnswer {
	answer: Answer;
	/** `original`: the first accepted answer, or the first one if none was. */
	result: 'original' | 'same' | 'second' | 'second_session' | 'refused' | 'failed';
	/** Whether the answer is to a repeat: the first call is one only if it could lose a race. */
	isRepeat: boolean;
	/** Whether the target may answer so. */
	isFine: boolean;
}

/** Compares the answers, in the order of their calls, with the first accepted one. */
export function compareAnswers(kind: RepeatKind, answers: readonly Answer[]): ComparedAnswer[] {
	const accepted = answers.findIndex(({ outcome }) => outcome === 'accepted');
	const original = Math.max(0, accepted);
	// If several equal calls arrive at once, or after a lost answer, the target may refuse all but one.
	const mayRefuseFirst = kind === 'parallel' || kind === 'lost';
	return answers.map((answer, index) => {
		const isRepeat = index !== original && (mayRefuseFirst || index > original);
		const isFine = answer.outcome === 'accepted' || (isRepeat && isRefusal(answer));
		const result = index === original ? 'original' : compare(answer, answers[original]);
		return { answer, result, isRepeat, isFine };
	});
}

/** A target may refuse a repeated call: then it creates no second payment. */
const isRefusal = ({ outcome }: Answer) => outcome === 'client_error' || outcome === 'rate_limited';

function compare(repeat: Answer, original: Answer | undefined) {
	if (isRefusal(repeat)) return 'refused';
	if (repeat.outcome !== 'accepted') return 'failed';
	if (repeat.transactionId !== original?.transactionId) return 'second';
	// A transaction has one session: in a second one, the shopper can pay again.
	return repeat.sessionId === original.sessionId ? 'same' : 'second_session';
}
