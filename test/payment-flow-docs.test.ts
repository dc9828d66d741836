/** The samples of docs/payment-flow.md are what the sandbox answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servicePaths } from '../simulator/contract/routes.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { post, startSandbox } from './support/sandbox.ts';

/** Ids are named by the order in which they appear, so that equal ones stay equal. */
function withNamedIds(samples: readonly unknown[]): unknown {
	const ids: string[] = [];
	const text = JSON.stringify(samples).replace(
		/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
		(id) => {
			if (!ids.includes(id)) ids.push(id);
			return `id ${ids.indexOf(id)}`;
		},
	);
	return JSON.parse(text);
}

test('the requests of the page get its responses, apart from ids and the rest of the lists', async () => {
	const page = readFileSync(join(packageRoot, 'docs/payment-flow.md'), 'utf8');
	const samples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) =>
		JSON.parse(text),
	);
	const { url } = await startSandbox();
	const call = async (name: keyof typeof servicePaths, request: object) =>
		(await post(url + servicePaths[name], request)).body;

	const options = await call('paymentOptions', samples[0]);
	options.paymentOptions.splice(2);
	const [{ paymentOptionId }] = options.paymentOptions;
	const chosen = { sessionId: options.sessionId, paymentOptionId };
	const suboptions = await call('paymentSuboptions', chosen);
	suboptions.result.options.splice(2);
	const withBank = { ...chosen, optionId: suboptions.result.options[0].id };
	const hybrid = await call('hybridPayment', withBank);
	hybrid.result.redirectUrl = hybrid.result.redirectUrl.replace(url, 'http://127.0.0.1:8080');

	const played = [samples[0], options, chosen, suboptions, withBank, hybrid];
	expect(withNamedIds(samples)).toEqual(withNamedIds(played));
});
