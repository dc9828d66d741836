/** Reasons about payments that are mixed up, or made twice. */
import type { LoadReason } from '../simulator/contract/run-report.ts';
import { andMore, pluralize } from './figures.ts';
import { describeFailure } from './load-failures.ts';
import type { CountedCases, MeasuredLoad } from './verdict-rules.ts';

/** The reasons for ids that belong to several flows, and for orders with several payments. */
export function identityReasons(measured: MeasuredLoad): LoadReason[] {
	const { sharedSessions, sharedTransactions, duplicatePayments, failures } = measured;
	const foreign = failures.filter(({ outcome }) => outcome === 'wrong_session');
	const answers = foreign.reduce((sum, { count }) => sum + count, 0);
	const shared = sharedSessions?.count ?? 0;
	const parts = [
		...(shared > 0 ? [`${pluralize(shared, 'session id')} belonged to more than one flow`] : []),
		...(answers > 0 ? [`${pluralize(answers, 'answer')} carried the ids of another session`] : []),
	];
	const transactions = sharedTransactions?.count ?? 0;
	const sentences = [
		...(parts.length > 0
			? [`${parts.join(', and ')}: shoppers would see the payments of others.`]
			: []),
		...(transactions > 0
			? [
					`${pluralize(transactions, 'transaction id')} belonged to more than one flow: a shop could not tell these payments apart.`,
				]
			: []),
	];
	const twice = duplicatePayments?.count ?? 0;
	const listed = (what: string, { count, examples }: CountedCases = { count: 0, examples: [] }) => [
		...examples.map((one) => `${what} ${one}`),
		...(examples.length > 0 ? andMore(count - examples.length) : []),
	];
	const reasons: LoadReason[] = [];
	const add = (id: string, text: string, evidence: string[]) =>
		reasons.push({ id, group: 'target', severity: 'no-go', text, evidence });
	if (sentences.length > 0) {
		add('wrong-session', sentences.join(' '), [
			...listed('session', sharedSessions),
			...listed('transaction', sharedTransactions),
			...foreign.map(describeFailure),
		]);
	}
	if (twice > 0) {
		const text = `${pluralize(twice, 'order')} had more than one payment.`;
		add('two-payments', text, listed('order', duplicatePayments));
	}
	return reasons;
}
