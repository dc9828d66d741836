/**
 * Which file may import what. `npm run check` enforces it with `test/check-imports.ts`.
 *
 * - The first line that matches a file is its rule. `folder/*` matches the files in a folder, `folder/**` also those
 *   in its subfolders. A file that no line matches fails: give a new folder a line.
 * - A file may always import the other files that its own pattern matches.
 * - `imports` lists folders, files, packages and Node modules. After `type`, only type imports are allowed.
 */
export interface ImportRule {
	why: string;
	imports: readonly string[];
}

const contract = 'simulator/contract';
const simulator = (...folders: readonly string[]) => folders.map((name) => `simulator/${name}`);
/** The contract files that import no package, and the types of all others: k6 cannot load zod. */
const portable = [
	...simulator('contract/routes.ts', 'contract/test-values.ts', 'contract/exit-codes.ts'),
	...simulator('contract/placeholders.ts', 'contract/currency-decimals.ts'),
	'simulator/contract/merge-headers.ts',
	`type ${contract}`,
];
const nothing: ImportRule = { why: 'k6 loads this file: it imports nothing.', imports: [] };
const story: ImportRule = {
	why: 'k6 loads stories: they import scenario.ts, contract types and contract files that import nothing.',
	imports: [
		'scenarios/harness/map-in-parallel.ts',
		'scenarios/scenario.ts',
		'scenarios/shop-steps.ts',
		'scenarios/shop.ts',
		'scenarios/unexpected-response.ts',
		...portable,
	],
};
const loadRunner: ImportRule = {
	why: 'The load runner reaches the sandbox over HTTP, and passes its results to reports. It masks card data, recognises masked numbers, and reads JSON files as the sandbox does.',
	imports: [
		...simulator(
			'contract',
			'customers',
			'domain/card.ts',
			'domain/card-data.ts',
			'runtime/package.ts',
			'settings/json-text.ts',
		),
		...[
			'load',
			'scenarios/harness',
			'scenarios/merchant-mode',
			'scenarios/run.ts',
			'reports',
			'node:*',
		],
	],
};
const siblings =
	'service, cashier and control do not import each other: what they share is in actions.';

export const importRules: Readonly<Record<string, ImportRule>> = {
	'simulator/contract/routes.ts': nothing,
	'simulator/contract/test-values.ts': nothing,
	'simulator/contract/exit-codes.ts': nothing,
	'simulator/contract/currency-decimals.ts': nothing,
	'simulator/contract/merge-headers.ts': nothing,
	'simulator/contract/placeholders.ts': {
		why: 'k6 loads this file: of the contract it imports decimals and types.',
		imports: ['simulator/contract/currency-decimals.ts', `type ${contract}`],
	},
	'simulator/contract/**': {
		why: 'The contract depends on zod, and on the functions that find and mask card numbers.',
		imports: ['zod', ...simulator('domain/card.ts', 'domain/reference.ts')],
	},
	'simulator/domain/**': {
		why: 'The domain is pure: it imports itself, contract types, and the files of the contract that import nothing.',
		imports: [
			...simulator('contract/currency-decimals.ts', 'contract/glob.ts', 'contract/json.ts'),
			'simulator/contract/redacted.ts',
			`type ${contract}`,
		],
	},
	'simulator/runtime/**': {
		why: 'The runtime is the lowest layer: clock, chance, server, log. It has no knowledge of payments.',
		imports: ['node:*', 'pino', '@redis/client'],
	},
	'simulator/errors/**': {
		why: 'The error catalogue is data: it depends on the contract and on domain types.',
		imports: [contract, 'type simulator/domain'],
	},
	'simulator/catalog/**': {
		why: 'Markets depend on the contract and the domain.',
		imports: simulator('contract', 'domain'),
	},
	'simulator/customers/**': {
		why: 'Customers are generated from the contract alone.',
		imports: [contract, '@faker-js/faker'],
	},
	'simulator/settings/**': {
		why: 'Settings depend on the contract and on the names in the catalog.',
		imports: [...simulator('contract', 'catalog', 'runtime'), 'node:*', 'zod', 'jsonc-parser'],
	},
	'simulator/workspaces/**': {
		why: 'A workspace is a record of seed, clock and settings. It has no knowledge of payments.',
		imports: simulator('contract', 'runtime', 'settings'),
	},
	'simulator/state/**': {
		why: 'A store keeps payments and workspaces. It has no knowledge of HTTP.',
		imports: [
			...simulator('contract', 'domain', 'workspaces'),
			...simulator('runtime/awaitable.ts', 'runtime/lru-cache.ts'),
			...simulator('runtime/shared-runs.ts', 'runtime/slices.ts', 'runtime/work-scheduler.ts'),
			...['node:*', 'lmdb'],
		],
	},
	'simulator/wire/**': {
		why: 'The wire carries calls. Of payments it imports the masking of card numbers and the error texts; of settings, the contract.',
		imports: [
			...simulator('contract', 'domain', 'errors', 'runtime'),
			'node:*',
			'express',
			'type zod',
		],
	},
	'simulator/delays/**': {
		why: 'Latency does not depend on resources.',
		imports: [...simulator('contract', 'runtime'), 'type simulator/wire'],
	},
	'simulator/faults/**': {
		why: 'Faults know no route, and routes know no fault. What they can know of a call is in `FaultSubject`. They compare references as the domain does.',
		imports: [
			...simulator('catalog', 'contract', 'delays', 'domain/reference.ts', 'runtime', 'wire'),
			'simulator/workspaces',
		],
	},
	'simulator/capacity/**': {
		why: 'Capacity draws service times from the laws of delays. It does not depend on resources.',
		imports: [
			...simulator('contract', 'delays/law.ts', 'runtime'),
			...['type simulator/errors', 'type simulator/wire'],
		],
	},
	'simulator/journal/**': {
		why: 'The journal depends on calls, not on resources. An HTTP Archive has the names of statuses.',
		imports: [
			...simulator('contract', 'domain', 'runtime/lru-cache.ts', 'wire', 'workspaces'),
			'node:http',
		],
	},
	'simulator/observe/**': {
		why: 'Events, metrics and settlement show what happened: they read calls and payments, and change neither.',
		imports: [
			...simulator('catalog', 'contract', 'domain', 'errors', 'journal', 'runtime', 'state'),
			...simulator('settings/differing-settings.ts', 'wire', 'workspaces'),
			'node:*',
		],
	},
	'simulator/verify/**': {
		why: 'Answers questions about journal entries that it is given: pure, apart from the engine of regular expressions.',
		imports: [...simulator('contract', 'domain'), 're2js'],
	},
	'simulator/actions/**': {
		why: 'Actions decide and return a result. They have no knowledge of endpoints, and write no response.',
		imports: [
			...simulator('contract', 'catalog', 'delays', 'domain', 'errors', 'runtime', 'settings'),
			...simulator('state', 'workspaces'),
		],
	},
	'simulator/service/**': {
		why: siblings,
		imports: [
			...simulator('actions', 'catalog', 'contract', 'domain', 'errors', 'runtime', 'settings'),
			...simulator('state', 'wire', 'workspaces'),
			'type zod',
		],
	},
	'simulator/cashier/**': {
		why: siblings,
		imports: [
			...simulator('actions', 'catalog', 'contract', 'domain', 'errors', 'runtime', 'wire'),
			...['simulator/workspaces', 'node:fs', 'type node:http', 'type express', 'helmet', 'uqr'],
		],
	},
	'simulator/findings/**': {
		why: 'Findings are computed from plain facts: they read no store and no journal.',
		imports: simulator('contract', 'domain'),
	},
	'simulator/control/**': {
		why: siblings,
		imports: [
			...simulator('actions', 'catalog', 'contract', 'customers', 'domain', 'errors', 'findings'),
			...simulator('journal', 'observe', 'runtime', 'settings', 'state', 'verify', 'wire'),
			'simulator/workspaces',
			...['node:*', 'express', 'helmet', 'zod'],
		],
	},
	'simulator/start-page/**': {
		why: 'The start page looks like the cashier. app.ts gives it the documented calls.',
		imports: [
			...simulator('cashier', 'catalog', 'contract', 'customers', 'domain', 'errors', 'runtime'),
			...simulator('state', 'wire', 'workspaces'),
			'express',
		],
	},
	'simulator/*': {
		why: 'These files assemble the sandbox. The simulator has no knowledge of its clients.',
		imports: ['simulator', 'node:*', 'express'],
	},

	'scenarios/scenario.ts': story,
	'scenarios/shop-steps.ts': story,
	'scenarios/shop.ts': story,
	'scenarios/stories.ts': {
		why: 'k6 loads the list of stories: it imports stories only.',
		imports: ['scenarios/scenario.ts', 'scenarios/card', 'scenarios/bank', 'scenarios/edge'],
	},
	'scenarios/unexpected-response.ts': story,
	'scenarios/card/**': story,
	'scenarios/bank/**': story,
	'scenarios/edge/**': story,
	'scenarios/merchant/**': story,
	'scenarios/example-merchant/**': {
		why: 'The example merchant stands for your shop: it shares no code with the sandbox.',
		imports: ['node:*', 'express', 'node-sqlite3-wasm', 'zod'],
	},
	'scenarios/example-stories/**': {
		why: 'The examples are what a user writes: they import the package.',
		imports: ['payin-sandbox'],
	},
	'scenarios/harness/map-in-parallel.ts': nothing,
	'scenarios/harness/**': {
		why: 'Scenarios and load share the harness. It has no knowledge of either.',
		imports: [contract, 'scenarios/unexpected-response.ts', 'reports', 'node:*', 'zod'],
	},
	'scenarios/**': {
		why: 'Scenarios reach the sandbox over HTTP: of the simulator they import contract, customers, the masking of card data, and of settings the profiles, their comparison and the reader of JSON files.',
		imports: [
			...simulator('contract', 'customers', 'domain/card-data.ts', 'settings/json-text.ts'),
			...simulator('settings/differing-settings.ts', 'settings/profiles.ts'),
			...['reports', 'node:*', 'zod', 'jsonc-parser'],
		],
	},

	'load/run.ts': loadRunner,
	'load/runner/**': loadRunner,
	'load/bench/servers/**': {
		why: 'The reference servers share the contract with the sandbox, and no other code.',
		imports: [contract, 'node:*', 'express'],
	},
	'load/bench/**': {
		why: 'The bench measures the sandbox over HTTP.',
		imports: [contract, 'load', 'node:*'],
	},
	'load/*': {
		why: 'k6 loads these files: they import stories, contract types and contract files that import nothing.',
		imports: [
			...[
				'scenarios/scenario.ts',
				'scenarios/unexpected-response.ts',
				'scenarios/stories.ts',
				'scenarios/card',
				'scenarios/bank',
			],
			...[...portable, 'k6'],
		],
	},

	'reports/**': {
		why: 'A report depends on the results of a run alone.',
		imports: [contract, 'node:*', 'zod', 'd3-scale', 'd3-shape'],
	},

	'cli.ts': {
		why: 'The command calls the library.',
		imports: ['simulator', 'scenarios', 'load', 'reports', 'commander'],
	},
	'docs/**': {
		why: 'The docs are generated from the simulator, the stories and the bugs of the example merchant.',
		imports: [
			...['simulator', 'scenarios/stories.ts', 'scenarios/merchant-stories.ts'],
			...['scenarios/example-merchant/bugs.ts', 'node:*', 'zod'],
		],
	},
	'finish-build.mjs': { why: 'The build.', imports: ['dist', 'esbuild', 'node:*'] },
	'import-rules.ts': { why: 'The rules are data.', imports: [] },
	'vitest.config.ts': { why: 'Configuration.', imports: ['vitest'] },
};

/** Tests and test support may import everything. Files that are not tests must not import them. */
export const isTest = (path: string): boolean => /\.(test|contract)\.ts$|^test\//.test(path);
