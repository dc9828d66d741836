/** Checks what the service received from the shop, and the states of its payments. */
import { paymentStates } from '../../simulator/contract/control.ts';
import { toMinorUnits } from '../../simulator/contract/currency-decimals.ts';
import type { Recorder } from '../runner/recorder.ts';
import { ExpectationMismatch, StoryNotTried } from '../runner/recorder.ts';
import { checkValue } from '../runner/story-values.ts';
import type { ShopExpect } from '../shop.ts';
import { droppedCallsReason } from './missing-calls.ts';
import { hasAmountOf } from './order-amount.ts';
import type { SandboxControl } from './sandbox-control.ts';

interface ServiceExpectationsOptions {
	sandbox: SandboxControl;
	recorder: Recorder;
}

export function createServiceExpectations({
	sandbox,
	recorder,
}: ServiceExpectationsOptions): Pick<
	ShopExpect,
	'paymentIs' | 'paymentHasAmount' | 'received' | 'confirmedPayments'
> {
	return {
		paymentIs: ({ sessionId }, state) =>
			recorder.step(`expect the payment to be ${state}`, async () => {
				checkValue('state', state, paymentStates);
				const payment = await sandbox.payment(sessionId);
				if (payment.state === state) return;
				throw new ExpectationMismatch(state, payment.state, `it is ${payment.state}`);
			}),
		paymentHasAmount: ({ sessionId, order: { amount, currency } }) =>
			recorder.step(`expect the payment to have the amount ${amount} ${currency}`, async () => {
				const payment = await sandbox.payment(sessionId);
				const amountMinor = toMinorUnits(amount, currency);
				if (hasAmountOf(payment, { amountMinor, currency })) return;
				const actual = `${payment.majorAmount} ${payment.currency}`;
				const expected = `${amount} ${currency}`;
				throw new ExpectationMismatch(
					expected,
					actual,
					`the payment has ${actual}, and its order ${expected}`,
				);
			}),
		received: (call, body) =>
			recorder.step(`expect the service to have received ${call}`, async (note) => {
				// The setting `http.successStatus` may choose another one than 200.
				const status = { $gte: 200, $lt: 300 };
				const match = { endpoint: call, status, ...(body ? { body } : {}) };
				const answer = await sandbox.verify({ match, times: { atLeast: 1 } });
				if (answer.ok) return note(`${answer.matched} of them`);
				const { dropped } = await sandbox.journal();
				if (dropped > 0) throw new StoryNotTried(droppedCallsReason(dropped));
				const differences = (answer.nearest[0]?.differences ?? []).map(
					({ path, expected, actual }) =>
						`${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
				);
				const hasCall = !(answer.nearest[0]?.differences ?? []).some(
					({ path }) => path === 'endpoint',
				);
				const what = (hasCall && differences.join('; ')) || `no ${call} arrived`;
				throw new Error(`the shop did not send what the order has: ${what}`);
			}),
		confirmedPayments: (count) =>
			recorder.step(`expect ${count} confirmed payment${count === 1 ? '' : 's'}`, async () => {
				const confirmed = (await sandbox.payments()).filter(({ state }) => state === 'confirmed');
				if (confirmed.length !== count) {
					const ids = confirmed.map(({ transactionId }) => transactionId).join(', ');
					throw new ExpectationMismatch(
						count,
						confirmed.length,
						`the service has ${confirmed.length}: ${ids || 'none'}`,
					);
				}
			}),
	};
}
