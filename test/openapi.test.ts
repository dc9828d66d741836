import { Validator } from '@seriousme/openapi-schema-validator';
import type { Router } from 'express';
import { expect, test } from 'vitest';
import { problemCodes } from '../simulator/contract/problem.ts';
import { referenceRouter } from '../simulator/control/reference/router.ts';
import { controlRouter, metricsRouter } from '../simulator/control/router.ts';
import type { ApiDocument } from './support/reference.ts';
import { expectDeclared, judgeBy, operationsOf, readDocument } from './support/reference.ts';
import { send, startSandbox } from './support/sandbox.ts';

test.each(['', '?part=service', '?part=sandbox'])(
	'the document%s is valid OpenAPI 3.1',
	async (query) => {
		const { url } = await startSandbox();
		const document = await readDocument(url, query);
		const { valid, errors } = await new Validator().validate({ ...document });
		expect(errors).toBeUndefined();
		expect(valid).toBe(true);
		expect(document.openapi).toMatch(/^3\.1\./);
	},
);

test('the service part holds the three documented calls, and no word of the control API', async () => {
	const { url } = await startSandbox();
	const service = await readDocument(url, '?part=service');
	expect(operationsOf(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
		'post /v2/payment-options',
		'post /v2/payment-suboptions',
		'post /v2/hybrid-payment',
	]);
	expect(service.tags.map(({ name }) => name)).toEqual(['service']);
	expect(Object.keys(service.components.schemas)).not.toContain('Settings');
	expect(JSON.stringify(service)).not.toContain('/_sandbox');
});

test('a part that does not exist is refused', async () => {
	const { url } = await startSandbox();
	expect(await send('GET', `${url}/_sandbox/openapi.json?part=all`)).toMatchObject({
		status: 400,
		body: { code: 'invalid_query', param: 'part' },
	});
});

test('the address of the request comes first among the servers, and the public one after it', async () => {
	const { url } = await startSandbox({ publicUrl: 'https://pay.example/base/' });
	const { servers } = await readDocument(url);
	expect(servers).toEqual([{ url }, { url: 'https://pay.example/base' }]);
});

test('in a workspace the servers lead to it, however it was named', async () => {
	const { url } = await startSandbox({ publicUrl: 'https://pay.example/base/' });
	const servers = [{ url: `${url}/w/team-a` }, { url: 'https://pay.example/base/w/team-a' }];
	expect((await readDocument(`${url}/w/team-a`)).servers).toEqual(servers);
	const headers = { 'X-Sandbox-Workspace': 'team-a' };
	const { body } = await send('GET', `${url}/_sandbox/openapi.json`, undefined, headers);
	expect(body.servers).toEqual(servers);
});

test('every control route that is mounted is in the document, and nothing else', async () => {
	const { url } = await startSandbox();
	const documented = operationsOf(await readDocument(url, '?part=sandbox')).map(
		({ method, path }) => `${method} ${path}`,
	);
	// Only their routes are looked at: no handler is called.
	const unused = { store: { kind: 'memory' } } as never;
	const nothing = () => () => {};
	const routesIn = ({ stack }: Router, root: string) =>
		stack.flatMap(({ route }) => {
			const path = `${root}${route?.path}`.replace(/:(\w+)/g, '{$1}');
			const methods = route?.stack.flatMap(({ method }) => method ?? []) ?? [];
			return [...new Set(methods)].map((method) => `${method} ${path}`);
		});
	const mounted = [
		...routesIn(controlRouter(unused, nothing), '/_sandbox'),
		...routesIn(metricsRouter(unused, nothing), ''),
		...routesIn(referenceRouter(unused, nothing), ''),
	];
	const pages = ['get /_sandbox/docs', 'get /_sandbox/docs/{name}'];
	expect(mounted.filter((route) => !pages.includes(route)).sort()).toEqual(documented.sort());
});

test('every example is valid by its schema', async () => {
	const { url } = await startSandbox();
	const document = await readDocument(url);
	const judge = judgeBy(document);
	let judged = 0;
	for (const { described } of operationsOf(document)) {
		const contents = [described.requestBody, ...Object.values(described.responses)].flatMap(
			(part) => Object.values(part?.content ?? {}),
		) as { schema: object; examples?: Record<string, { value: unknown }> }[];
		for (const { schema, examples = {} } of contents) {
			for (const [name, { value }] of Object.entries(examples)) {
				expect([described.operationId, name, judge(schema, value)]).toEqual([
					described.operationId,
					name,
					null,
				]);
				judged += 1;
			}
		}
	}
	expect(judged).toBeGreaterThan(12);
});

test('every problem that the sandbox knows is declared by a call, but those of pages and bugs', async () => {
	const { url } = await startSandbox();
	const declared = JSON.stringify((await readDocument(url)).paths);
	const missing = problemCodes.filter((code) => !declared.includes(`\`${code}\``));
	expect(missing.sort()).toEqual(['form_token_invalid', 'form_used', 'internal_error']);
});

test('off loopback the document and the page need a token, and the document asks for one', async () => {
	const { url, controlToken } = await startSandbox({ host: '0.0.0.0' });
	const headers = { Authorization: `Bearer ${controlToken}` };
	for (const path of ['openapi.json', 'docs', 'docs/docs.js', 'docs/none.js']) {
		const { status, body } = await send('GET', `${url}/_sandbox/${path}`);
		expect([path, status, body.code]).toEqual([path, 401, 'token_required']);
	}
	const document: ApiDocument = await readDocument(url, '', headers);
	expect(document.components.securitySchemes).toMatchObject({ controlToken: { scheme: 'bearer' } });
	expect((await send('GET', `${url}/_sandbox/docs`, undefined, headers)).status).toBe(200);
	const refused = await send('GET', `${url}/_sandbox/test-values`);
	expectDeclared(document, 'testValues', refused);
	expect(refused.status).toBe(401);
	expect((await send('GET', `${url}/_sandbox/test-values`, undefined, headers)).status).toBe(200);
});
