/** The merchant file of a test shop. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/command.ts';
import type { TestShopOptions } from './test-shop-options.ts';

const names = ['reference', 'amount', 'currency', 'country', 'option', 'bank', 'name', 'email'];
const order = Object.fromEntries(names.map((name) => [name, `{${name}}`]));

/** Writes the file for the shop at this address, without a command. Returns its path. */
export function writeTestShopFile(shop: string, options: TestShopOptions): string {
	const { ordersAtCheckout = false, refundsPaidAfterReads, refundsLate = false } = options;
	const { option, bank } = order;
	const file = join(temporaryFolder(), 'merchant.jsonc');
	const content = {
		markets: ['CO'],
		prepare: ordersAtCheckout ? [] : [{ method: 'POST', url: `${shop}/order`, json: order }],
		checkout: {
			...{ method: 'POST', url: `${shop}/pay/{reference}` },
			json: ordersAtCheckout ? order : { option, bank },
			redirect: { header: 'Location' },
		},
		order: {
			...{ url: `${shop}/state/{reference}`, state: '/status', within: '2s' },
			...{ paid: ['paid'], failed: ['failed'], open: ['new'] },
			...(refundsPaidAfterReads || refundsLate ? { flagged: ['refund'] } : {}),
		},
		settle: {
			...{ method: 'POST', url: `${shop}/settle` },
			json: { transactionId: '{transactionId}', state: '{state}' },
		},
	};
	writeFileSync(file, JSON.stringify(content));
	return file;
}
