import type { payerGaps } from '../../simulator/contract/gaps/cashier.ts';
import { openAt, postForm } from '../support/cashier.ts';
import { reachCashier } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

const toggles: Toggles<typeof payerGaps> = {
	'D-46': {
		'cashier.documents.enforce': {
			value: 'format',
			async probe(sandbox) {
				const { page } = await reachCashier(sandbox.url, 'bank');
				const { token } = await openAt(page);
				const posted = { action: 'submit', token, documentType: 'NIT', document: '900123456-7' };
				const { status, headers } = await postForm(page, posted);
				return { seen: status, headers };
			},
			assumed: 400,
			configured: 303,
		},
	},
};

proveToggles(toggles);
