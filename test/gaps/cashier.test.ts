import type { gapsOfTheCashier } from '../../simulator/contract/gaps/gaps-of-the-cashier.ts';
import { reachCashier, send } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

const toggles: Toggles<Pick<typeof gapsOfTheCashier, 'D-44'>> = {
	'D-44': {
		'cashier.maxAttempts': {
			value: 1,
			async probe(sandbox) {
				const { page, sessionId } = await reachCashier(sandbox.url, 'card');
				await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
				await sandbox.advance('10s');
				const { headers } = await send('GET', page);
				return { seen: (await sandbox.payment(sessionId)).final, headers };
			},
			assumed: false,
			told: true,
		},
	},
};

proveToggles(toggles);
