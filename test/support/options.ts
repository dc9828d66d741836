/** A payment at the door of the cashier with any option of any market. */
import { markets } from '../../simulator/catalog/markets.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { listBanks, post, startPayment } from './sandbox.ts';

/** Every option of every market, as it is reached. */
export const everyOption = markets.flatMap((market) =>
	market.options.map((option) => ({ market, option })),
);

export async function reachOption(
	url: string,
	[country, name]: readonly [country: string, name: string],
	changes: Record<string, unknown> = {},
	headers: Record<string, string> = {},
) {
	const market = markets.find((one) => one.country === country);
	const request = { country, currency: market?.currency, ...changes };
	const { sessionId, transactionId, paymentOptions } = await startPayment(url, request, headers);
	const paymentOptionId =
		paymentOptions.find((offered) => offered.name === name)?.paymentOptionId ?? '';
	const option = market?.options.find((one) => one.name === name);
	const [bank] = option?.banks.length === 0 ? [] : await listBanks(url, sessionId, paymentOptionId);
	const { body } = await post(url + servicePaths.hybridPayment, {
		sessionId,
		paymentOptionId,
		...(bank && { optionId: bank.id }),
	});
	return { sessionId, transactionId, bank, page: String(body.result.redirectUrl) };
}
