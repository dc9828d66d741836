/**
 * What a request is known again by: its documented fields as they were sent, whatever their order and the case of
 * their codes, and what its headers say (D-34, D-35). No setting has a part in it: they may change in between.
 */
import type { Payment } from '../domain/payment.ts';
import { digest } from '../runtime/chance.ts';
import { documentedPart } from './accepted-fields.ts';
import { foldCase } from './fold-case.ts';

/** `body` is one that a request was taken from. */
export function fingerprintOf(
	body: unknown,
	{ headerTrigger, returnOrder }: Pick<Payment, 'headerTrigger' | 'returnOrder'>,
): string {
	const request = documentedPart(foldCase(body));
	const steered = headerTrigger?.outcomes ?? null;
	return digest(JSON.stringify({ request, steered, returnOrder }, inOrder));
}

function inOrder(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
