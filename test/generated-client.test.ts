import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { expect, onTestFinished } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { fullTest } from './support/campaign.ts';
import { readDocument } from './support/reference.ts';
import { send, startSandbox } from './support/sandbox.ts';

interface Answered<T> {
	data: T;
}
interface Payable {
	sessionId: string;
	transactionId: string;
	paymentOptions: { paymentOptionId: string; name: string }[];
}
interface Listed {
	result: { options: { id: string; name: string }[] };
}
interface Redirected {
	result: { redirectUrl: string; transactionId: string };
}

/** The three calls, as a public generator writes a client of them from the service part of the document. */
interface Client {
	v2: {
		paymentOptions(request: object): Promise<Answered<Payable>>;
		paymentSuboptions(request: object): Promise<Answered<Listed>>;
		hybridPayment(request: object): Promise<Answered<Redirected>>;
	};
}

async function setup() {
	const { url } = await startSandbox();
	// Inside the project, where generated code is compiled like any other.
	const cache = join(packageRoot, '.cache');
	mkdirSync(cache, { recursive: true });
	const folder = mkdtempSync(join(cache, 'client-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const spec = await readDocument(url, '?part=service');
	await generateApi({
		spec: spec as never,
		output: folder,
		fileName: 'client.ts',
		silent: true,
	});
	const { Api } = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as {
		Api: new (options: { baseUrl: string }) => Client;
	};
	const pay = async (id: string) => {
		await send('POST', `${url}/_sandbox/payments/${id}/act`, { action: 'submit' });
		await send('POST', `${url}/_sandbox/clock/advance`, { by: '1m' });
		return (await send('GET', `${url}/_sandbox/payments/${id}`)).body.state;
	};
	return { client: new Api({ baseUrl: url }).v2, pay };
}

const request = {
	country: 'CO',
	currency: 'COP',
	amount: 150_000,
	redirectUrl: 'https://shop.example/return',
	customer: { name: 'Ana Torres' },
};

fullTest('a generated client takes a card and a bank payment', { timeout: 60_000 }, async () => {
	const { client, pay } = await setup();

	const { data: card } = await client.paymentOptions(request);
	const cardOption = card.paymentOptions.find(({ name }) => name === 'Card');
	const { data: toCard } = await client.hybridPayment({
		sessionId: card.sessionId,
		paymentOptionId: cardOption?.paymentOptionId,
	});
	expect(toCard.result.redirectUrl).toContain(`/pay?sessionId=${card.sessionId}`);
	expect(await pay(toCard.result.transactionId)).toBe('confirmed');

	const { data: bank } = await client.paymentOptions(request);
	const [bankOption] = bank.paymentOptions;
	const choice = { sessionId: bank.sessionId, paymentOptionId: bankOption?.paymentOptionId };
	const { data: listed } = await client.paymentSuboptions(choice);
	const { data: toBank } = await client.hybridPayment({
		...choice,
		optionId: listed.result.options[0]?.id,
	});
	expect(await pay(toBank.result.transactionId)).toBe('confirmed');
});
