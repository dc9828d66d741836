import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { testMerchant } from './suite.ts';

const hasPython =
	spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

describe.skipIf(!hasPython)('the example merchant in Python (3.10 or newer)', () => {
	testMerchant('scenarios/example-merchant/python/merchant.jsonc');
});
