import { describe } from 'vitest';
import { testMerchant } from './suite.ts';

describe('the example merchant in TypeScript', () => {
	testMerchant('scenarios/example-merchant/merchant.jsonc');
});
