/** The three calls of the service as a test sends them; payment-options sends the example, with changes. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { post } from './sandbox.ts';

type Target = { url: string };

export const options = (
	{ url }: Target,
	changes: object = {},
	headers: Record<string, string> = {},
) => post(url + servicePaths.paymentOptions, { ...paymentOptionsExample, ...changes }, headers);

export const list = ({ url }: Target, body: object) =>
	post(url + servicePaths.paymentSuboptions, body);

export const choose = ({ url }: Target, body: object) =>
	post(url + servicePaths.hybridPayment, body);
