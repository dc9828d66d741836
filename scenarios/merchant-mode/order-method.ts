/** Compares the option and the bank of a payment with those that the shopper chose for the order. Pure. */
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import { sendsMethod, sendsPlaceholder } from '../../simulator/contract/merchant-file.ts';
import type { orderPlaceholders } from '../../simulator/contract/placeholders.ts';

export type OrderMethod = Pick<ReturnType<typeof orderPlaceholders>, 'flow' | 'option' | 'bank'>;
export interface PaymentMethod {
	option: Pick<NonNullable<PaymentView['option']>, 'name' | 'kind'> | null;
	suboption: Pick<NonNullable<PaymentView['suboption']>, 'name'> | null;
}

/**
 * Returns a function that compares a payment with its order. It describes the option and the bank of the payment if they
 * are others, and returns undefined otherwise. It compares what the merchant file sends, because otherwise the shop
 * chooses itself: the names of option and bank or, without the name of the option, whether the order is paid by card
 * (`flow`).
 */
export function createMethodCheck(file: Pick<MerchantFile, 'prepare' | 'checkout'>) {
	const sends = (name: 'flow' | 'option' | 'bank') => sendsPlaceholder(file, name);
	const [sendsFlow, sendsOption, sendsBank] = [sends('flow'), sends('option'), sends('bank')];
	return ({ option, suboption }: PaymentMethod, order: OrderMethod): string | undefined => {
		if (option === null) return undefined;
		const isOther =
			(sendsFlow && !sendsOption && (option.kind === 'card') !== (order.flow === 'card')) ||
			(sendsOption && option.name !== order.option) ||
			(sendsBank && suboption !== null && suboption.name !== order.bank);
		return isOther ? describe(option.name, suboption?.name) : undefined;
	};
}

/**
 * Returns a function that finds a payment of another flow than its order, for a file that sends nothing of the payment
 * method: the shop chooses the method itself, and such a payment shows nothing about the flow of the order. It describes the
 * option and the bank of the payment.
 */
export function createFlowCheck(file: Pick<MerchantFile, 'prepare' | 'checkout'>) {
	const isSent = sendsMethod(file);
	return (
		{ option, suboption }: PaymentMethod,
		{ flow }: Pick<OrderMethod, 'flow'>,
	): string | undefined => {
		if (isSent || option === null || (suboption !== null) === (flow === 'bank')) return undefined;
		return describe(option.name, suboption?.name);
	};
}

export const describeMethod = ({ option, bank }: OrderMethod) => describe(option, bank);

const describe = (option: string, bank: string | null | undefined) =>
	bank ? `${option}, ${bank}` : option;
