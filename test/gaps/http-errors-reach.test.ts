/** `errors.*` changes errors of the service only, never those of the sandbox itself (D-15 to D-17, D-22). */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { send, startSandbox } from '../support/sandbox.ts';

const errorSettings = {
	errors: { format: 'envelope', codes: { path_not_found: 'E404' }, httpMode: 'always200' },
};

test('an unknown path under a version gets an error in the format of the service', async () => {
	const { url } = await startSandbox({ settings: errorSettings });
	for (const path of ['/v2/payments', '/v3/payment-options', '/v2', '/v2/payment-options/']) {
		const { status, headers, body } = await send('GET', url + path);
		expect([path, status, headers.get('content-type')]).toEqual([
			path,
			200,
			'application/json; charset=utf-8',
		]);
		expect(body).toMatchObject({ resultType: 'error', statusCode: 'E404' });
		expect(headers.get('x-sandbox-assumptions')).toContain('D-22');
	}
});

test('the control API, the cashier and other paths keep problem+json without assumptions', async () => {
	const { url } = await startSandbox({ settings: errorSettings });
	for (const path of [
		`${controlPaths.payments}/nobody`,
		'/payments',
		'/pay/assets/x',
		'/version/2',
	]) {
		const { status, headers, body } = await send('GET', url + path);
		expect([path, status, headers.get('content-type')]).toEqual([
			path,
			404,
			'application/problem+json; charset=utf-8',
		]);
		expect(body.code).toMatch(/_not_found$/);
		for (const id of ['D-12', 'D-15', 'D-16', 'D-17']) expect(body.assumptions).not.toContain(id);
	}
});

test.each(['clock_backwards', 'token_required', 'host_not_allowed', 'headers_too_large'])(
	'%s is not an error of the service: settings cannot rename it',
	async (code) => {
		const { url } = await startSandbox();
		for (const [section, value] of [
			['codes', 'E1'],
			['status', 418],
		] as const) {
			const patch = { errors: { [section]: { [code]: value } } };
			const { status, body } = await send('PUT', url + controlPaths.settings, patch);
			expect([status, body.param]).toEqual([400, `errors.${section}.${code}`]);
			expect(body.detail).toContain(`errors.${section}.${code} is not known here`);
		}
	},
);
