import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMerchantFile } from '../../scenarios/merchant-mode/merchant-file.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { shopPlan } from './shop-plan.ts';

test('the plan has the requests of prepare without their host, query and fragment', () => {
	const file = join(temporaryFolder(), 'merchant.json');
	const at = 'http://127.0.0.1:{port}';
	const content = {
		command: ['node', 'shop.mjs', '{port}'],
		ready: at,
		markets: ['MX', 'CO'],
		prepare: [
			{ url: `${at}/orders/{reference}?key=s3cr3t-key#part`, json: { token: 'another-s3cr3t' } },
			{ url: `${at}?key=s3cr3t-key`, method: 'GET' },
			{ url: '{sandbox}/shop/carts', method: 'PUT' },
		],
		checkout: { url: `${at}/pay`, redirect: { header: 'Location' } },
		order: {
			url: `${at}/orders/{reference}`,
			state: '/s',
			paid: ['p'],
			failed: ['f'],
			open: ['o'],
		},
	};
	const planOf = (changes: object) => {
		writeFileSync(file, JSON.stringify({ ...content, ...changes }));
		return shopPlan({ merchant: readMerchantFile(file, '/'), sandboxSettings: {} });
	};
	const shop = {
		markets: ['CO', 'MX'],
		prepare: ['POST /orders/{reference}', 'GET /', 'PUT /shop/carts'],
		untimed: ['prepare'],
	};
	expect(planOf({})).toEqual({ sandboxSettings: {}, shop });
	expect(planOf({ load: { untimed: [] } }).shop).toEqual({ ...shop, untimed: [] });
});
