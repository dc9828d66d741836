import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lint } from './support/lint.ts';

const clients = 'The simulator does not know its clients.';
const siblings = 'Service, cashier and control are siblings: what they share is in actions/.';
const pure = 'The domain is pure: it imports itself and contract types.';
const story = 'A story imports scenario.ts and contract values that import nothing: k6 loads it.';
const noZod = 'k6 cannot load zod: import types only.';
const overHttp = 'The runner reaches the service over HTTP.';
const nothing = 'k6 loads this file: it imports nothing.';

/** Folder or file, what it must not import, and what lint says then. */
const forbidden: readonly (readonly [string, string, string])[] = [
	['simulator/domain', 'x from express', pure],
	['simulator/domain', 'x from zod', pure],
	['simulator/domain', 'x from @faker-js/faker', pure],
	['simulator/domain', 'x from node:fs', pure],
	['simulator/domain', 'x from ../runtime/time.ts', pure],
	[
		'simulator/domain',
		'paymentStates from ../contract/control.ts',
		'The domain takes contract types, never values.',
	],
	['simulator/contract', 'x from ../domain/payment.ts', 'contract/ depends on zod only.'],
	['simulator/contract', 'x from express', 'contract/ depends on zod only.'],
	['simulator/contract/gaps', 'x from ../../domain/payment.ts', 'contract/ depends on zod only.'],
	['simulator/contract', 'x from node:fs', 'contract/ depends on zod only.'],
	['simulator/contract/routes.ts', 'x from zod', nothing],
	['simulator/contract/test-values.ts', 'x from ./routes.ts', nothing],
	['simulator/contract/exit-codes.ts', 'x from node:fs', nothing],
	[
		'simulator/runtime',
		'x from ../domain/payment.ts',
		'runtime/ is underneath everyone and knows nobody.',
	],
	[
		'simulator/catalog',
		'x from ../service/deps.ts',
		"The catalog knows the contract and the domain's words.",
	],
	[
		'simulator/customers',
		'x from ../domain/payment.ts',
		'Customers are made from the contract alone.',
	],
	['simulator/delays', 'x from ../service/deps.ts', 'Latency knows no resource.'],
	['simulator/journal', 'x from ../service/deps.ts', 'The journal knows calls, and no resource.'],
	[
		'simulator/settings',
		'x from ../state/store.ts',
		'Settings know the contract and the names of the catalog.',
	],
	['simulator/workspaces', 'x from ../service/deps.ts', 'A world is a record beside its payments.'],
	[
		'simulator/state',
		'x from ../wire/write.ts',
		'A store keeps payments and worlds, and knows no HTTP.',
	],
	[
		'simulator/state',
		'x from ../runtime/time.ts',
		'A store keeps payments and worlds, and knows no HTTP.',
	],
	[
		'simulator/errors',
		'x from ../wire/write.ts',
		"Refusals are data and words: they know the contract and the domain's.",
	],
	['simulator/wire', 'x from ../service/deps.ts', 'The wire knows no resource.'],
	['simulator/actions', 'x from ../service/deps.ts', 'Actions know no endpoint.'],
	[
		'simulator/actions',
		'x from ../wire/write.ts',
		'Actions answer with a refusal, and never write.',
	],
	['simulator/service', 'x from ../cashier/cashier.ts', siblings],
	['simulator/cashier', 'x from ../control/act.ts', siblings],
	['simulator/cashier/views', 'x from ../../service/deps.ts', siblings],
	['simulator/control', 'x from ../service/deps.ts', siblings],
	['simulator/sandbox.ts', 'x from ../reports/verdict.ts', clients],
	['simulator/wire', 'x from ../../reports/verdict.ts', clients],
	['simulator/service', 'x from ../../load/plan.ts', clients],
	['simulator/state', 'x from ../../scenarios/scenario.ts', clients],
	[
		'scenarios',
		'x from ../simulator/service/deps.ts',
		'Scenarios reach the service over HTTP, through the contract.',
	],
	[
		'scenarios/runner',
		'x from ../../load/plan.ts',
		'Scenarios reach the service over HTTP, through the contract.',
	],
	['scenarios/run.ts', 'x from ../simulator/sandbox.ts', overHttp],
	['scenarios/card', 'x from node:fs', story],
	['scenarios/bank', 'x from ../runner/client.ts', story],
	['scenarios/edge', 'x from zod', story],
	['scenarios/scenario.ts', 'x from node:timers', story],
	['scenarios/card', 'paymentViewSchema from ../../simulator/contract/control.ts', noZod],
	[
		'reports/html',
		'x from ../../simulator/domain/payment.ts',
		"A report knows the run's result, and nothing else.",
	],
	['reports', 'x from ../load/plan.ts', "A report knows the run's result, and nothing else."],
	['load/main.ts', 'problemSchema from ../simulator/contract/problem.ts', noZod],
	['load', 'x from ./runner/tally.ts', 'k6 scripts know the contract and the stories.'],
	['load', 'x from ../scenarios/harness/http.ts', 'k6 scripts know the contract and the stories.'],
	['load/runner', 'x from ../../simulator/sandbox.ts', overHttp],
	['load/bench', 'x from ../../simulator/sandbox.ts', overHttp],
	['load/bench/page', 'x from ../../../simulator/domain/payment.ts', overHttp],
];

const imports = (what: string): string => {
	const [name, from] = what.split(' from ');
	return `import { ${name} } from '${from}';\nexport const y = ${name};\n`;
};

/** The same imports one step away, each of them right: lint that refuses everything would be no proof. */
const allowed: Readonly<Record<string, string>> = {
	'simulator/domain': "import type { PaymentState } from '../contract/control.ts';",
	'simulator/contract': "import { z } from 'zod';",
	'simulator/runtime': "import { createServer } from 'node:http';",
	'simulator/catalog': "import { outcomes } from '../contract/test-values.ts';",
	'simulator/customers': "import { Faker } from '@faker-js/faker';",
	'simulator/delays': "import { toMs } from '../contract/duration.ts';",
	'simulator/journal': "import { readClock } from '../workspaces/clock.ts';",
	'simulator/settings': "import { unknownNames } from '../catalog/known-names.ts';",
	'simulator/workspaces': "import { settingsOf } from '../settings/settings.ts';",
	'simulator/state': "import { createPayment } from '../domain/create.ts';",
	'simulator/state/steps': "import { createLruCache } from '../../runtime/lru-cache.ts';",
	'simulator/errors': "import type { LifecycleRefusal } from '../domain/refusal.ts';",
	'simulator/wire': "import express from 'express';",
	'simulator/actions': "import type { Refusal } from '../errors/refusal.ts';",
	'simulator/service': "import { json } from '../wire/call.ts';",
	'simulator/cashier/views': "import { html } from '../html.ts';",
	'simulator/cashier': "import { perform } from '../actions/perform.ts';",
	'simulator/control': "import { customersFor } from '../customers/customers.ts';",
	'scenarios/runner': "import { z } from 'zod';",
	'scenarios/card': "import { cards } from '../../simulator/contract/test-values.ts';",
	'scenarios/bank': "import { scenario } from '../scenario.ts';",
	'reports/html': "import { exitCodes } from '../../simulator/contract/exit-codes.ts';",
	'load/runner': "import { judgeLoad } from '../../reports/verdict.ts';",
	'load/bench': "import { servicePaths } from '../../simulator/contract/routes.ts';",
	'load/bench/page': "import { html } from '../../../reports/html/html.ts';",
	load: "import { bankApproved } from '../scenarios/bank/approved.ts';",
};

const planted = forbidden.map(([place, what, message], index) => {
	const path = place.endsWith('.ts') ? place : `${place}/planted-${index}.ts`;
	return { place, what, message, path, code: imports(what) };
});
const clean = Object.entries(allowed).map(([place, line]) => {
	const name = /import (?:type )?\{? ?(\w+)/.exec(line)?.[1] ?? '';
	const use = line.startsWith('import type')
		? `export type Y = ${name};`
		: `export const y = ${name};`;
	return { place, line, path: `${place}/clean.ts`, code: `${line}\n${use}\n` };
});

const found = lint(
	Object.fromEntries([...planted, ...clean].map(({ path, code }) => [path, code])),
);

test('no two planted files share a path', () => {
	expect(new Set(planted.map(({ path }) => path)).size).toBe(planted.length);
});

test.each(planted)('$place must not import $what', ({ path, message }) => {
	expect(found.filter((finding) => finding.path === path)).toContainEqual(
		expect.objectContaining({ rule: 'lint/style/noRestrictedImports', severity: 'error', message }),
	);
});

test.each(clean)('$place may hold: $line', ({ path }) => {
	expect(found.filter((finding) => finding.path === path)).toEqual([]);
});

test('every folder of the simulator has a direction that was seen to hold', () => {
	const folder = fileURLToPath(new URL('../simulator', import.meta.url));
	const folders = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `simulator/${name}`);
	expect(folders.length).toBeGreaterThan(10);
	const tried = new Set(forbidden.map(([place]) => place));
	expect(folders.filter((name) => !tried.has(name) || !allowed[name])).toEqual([]);
});
