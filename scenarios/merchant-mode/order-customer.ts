/** Compares the customer that the service received with the customer of the order. Pure. */
import { valueAt } from '../../simulator/contract/json.ts';
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import { sendsPlaceholder } from '../../simulator/contract/merchant-file.ts';
import { isSameName } from './same-name.ts';

const fields = ['name', 'email'] as const;
type Field = (typeof fields)[number];

export type OrderCustomer = Readonly<Record<Field, string>>;

/**
 * Returns a function that compares a `payment-options` request with an order. It describes the customer of the request
 * if it is another one, and returns undefined otherwise. It compares the fields that the merchant file sends, because
 * otherwise the shop has its own customers, and of those the fields that the request has.
 */
export function createCustomerCheck(file: Pick<MerchantFile, 'prepare' | 'checkout'>) {
	const compared = comparedFields(file);
	return (request: unknown, customer: OrderCustomer): string | undefined => {
		const isOther = compared.some((field) => {
			const received = textAt(request, field);
			return received !== '' && !isSame[field](received, customer[field]);
		});
		return isOther ? describe((field) => textAt(request, field)) : undefined;
	};
}

const comparedFields = (file: Pick<MerchantFile, 'prepare' | 'checkout'>) =>
	fields.filter((field) => sendsPlaceholder(file, field));

/** Whether the shop gets a customer from the runner: otherwise there is nothing to compare. */
export const comparesCustomers = (file: Pick<MerchantFile, 'prepare' | 'checkout'>): boolean =>
	comparedFields(file).length > 0;

export const describeCustomer = (customer: OrderCustomer) => describe((field) => customer[field]);

/** A text such as `Ana Torres <ana@shop.example>`. */
function describe(read: (field: Field) => string): string {
	const [name, email] = [read('name'), read('email')];
	return [name, email === '' ? '' : `<${email}>`].filter((text) => text !== '').join(' ');
}

function textAt(request: unknown, field: Field): string {
	const value = valueAt(request, ['customer', field]);
	return typeof value === 'string' ? value.trim() : '';
}

/** A shop may write a name in several ways, and the e-mail address in lower case. */
const isSame: Readonly<Record<Field, (received: string, ordered: string) => boolean>> = {
	name: isSameName,
	email: (received, ordered) => received.toLowerCase() === ordered.trim().toLowerCase(),
};
