/** The toggles of the gaps about ids. */
import { expect } from 'vitest';
import type { flowGaps } from '../../simulator/contract/gaps/flow.ts';
import { choose, list, options } from '../support/calls.ts';
import { listBanks, startPayment } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';

export const idToggles: Toggles<Pick<typeof flowGaps, 'D-28' | 'D-29'>> = {
	'D-28': {
		'ids.optionScope': {
			value: 'catalog',
			async probe(sandbox) {
				const [one, other] = [await options(sandbox), await options(sandbox)];
				const idsOf = ({ body }: typeof one) =>
					body.paymentOptions.map(
						({ paymentOptionId }: { paymentOptionId: string }) => paymentOptionId,
					);
				const shared = idsOf(one).filter((id: string) => idsOf(other).includes(id));
				return { seen: shared.length / idsOf(one).length, headers: one.headers };
			},
			assumed: 0,
			configured: 1,
		},
		'ids.suboptionScope': {
			value: 'session',
			async probe(sandbox) {
				const mine = await startPayment(sandbox.url);
				const other = await startPayment(sandbox.url);
				const { body, headers } = await list(sandbox, {
					sessionId: mine.sessionId,
					paymentOptionId: mine.bankId,
				});
				const others = await listBanks(sandbox.url, other.sessionId, other.bankId);
				return { seen: body.result.options[0].id === others[0]?.id, headers };
			},
			assumed: true,
			configured: false,
		},
	},
	'D-29': {
		'ids.acceptUuidAsOptionId': {
			value: true,
			async probe(sandbox) {
				const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
				const banks = await listBanks(sandbox.url, sessionId, paymentOptionId);
				const body = { sessionId, paymentOptionId, optionId: banks[0]?.uuid };
				const answer = await choose(sandbox, body);
				const { suboption } = await sandbox.payment(sessionId);
				return { seen: [answer.status, suboption?.name], headers: answer.headers };
			},
			assumed: [400, undefined],
			configured: [200, expect.any(String)],
		},
	},
};
