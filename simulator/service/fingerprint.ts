/** What a request is known again by: its documented fields, whatever their order (D-34, D-35). */
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import { digest } from '../runtime/chance.ts';

export function fingerprintOf(request: PaymentOptionsRequest): string {
	return digest(JSON.stringify(request, inOrder));
}

function inOrder(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
