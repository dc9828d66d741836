/** What a shopper carries away to pay with: nobody's number, and nothing that an app or a counter would take. */
import type { Payment } from '../domain/payment.ts';
import { derivedUuid } from '../runtime/chance.ts';

/** Without what is mistaken for another when read out: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `SBX-4F7K-2M9Q`: the same for a session whenever it is asked for. */
export function payReference({ sessionId }: Pick<Payment, 'sessionId'>): string {
	const bytes = Buffer.from(derivedUuid(`${sessionId} reference`).replaceAll('-', ''), 'hex');
	const letters = [...bytes.subarray(8)].map((byte) => alphabet[byte % alphabet.length]).join('');
	return `SBX-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What the picture says; no payment scheme begins like this. */
export function scannedText(reference: string): string {
	return `SANDBOX-NOT-PAYABLE-${reference}`;
}

/** The last digits of an account that is made up. */
export function accountEnding({ sessionId }: Pick<Payment, 'sessionId'>): string {
	const digits = derivedUuid(`${sessionId} account`).replace(/\D/g, '');
	return digits.slice(-4).padStart(4, '0');
}
