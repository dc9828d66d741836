/** Asks payment-options for something a little different from the example. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { PaymentOption } from '../../simulator/contract/payment-options.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { Answer } from './sandbox.ts';
import { post } from './sandbox.ts';

export type Changes = Readonly<Record<string, unknown>>;

/** Without a reference: a repeated one would be another gap's. */
export function ask({ url }: Pick<Sandbox, 'url'>, changes: Changes = {}): Promise<Answer> {
	const { paymentReference: _, ...example } = paymentOptionsExample;
	return post(url + servicePaths.paymentOptions, { ...example, ...changes });
}

export const namesOf = (options: readonly PaymentOption[]) => options.map(({ name }) => name);

/** All three calls of a bank payment, with their answers, in the envelope or without. */
export async function threeCalls({ url }: Pick<Sandbox, 'url'>) {
	const options = await ask({ url });
	const { sessionId, paymentOptions } = options.body.result ?? options.body;
	const choice = { sessionId, paymentOptionId: paymentOptions[0].paymentOptionId };
	const suboptions = await post(url + servicePaths.paymentSuboptions, choice);
	const optionId = suboptions.body.result.options[0].id;
	const hybrid = await post(url + servicePaths.hybridPayment, { ...choice, optionId });
	return { options, suboptions, hybrid };
}

/** One thing of the card's extra data, by the names of the fields. */
export async function cardFields(sandbox: Pick<Sandbox, 'url'>, key: 'type' | 'values') {
	const { body, headers } = await ask(sandbox);
	const { extraData } = (body.paymentOptions as PaymentOption[])[1] as PaymentOption;
	return { seen: Object.fromEntries(extraData.map((field) => [field.name, field[key]])), headers };
}
