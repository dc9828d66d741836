/** The table of docs/reasons.md: each reason with the codes of other providers. */
import { en } from '../simulator/cashier/messages/en.ts';
import type { ReasonCode } from '../simulator/contract/reasons.ts';
import { isShown, reasonCodes } from '../simulator/contract/reasons.ts';
import { code, table } from './tables.ts';

interface Elsewhere {
	/** Decline codes of Stripe. */
	stripe: readonly string[];
	/** Holder names that cause this reason on Mercado Pago's test cards. */
	mercadoPago: readonly string[];
	/** Status codes of dLocal. */
	dLocal: readonly string[];
	/** Response codes of ISO 8583, as card networks send them. */
	iso8583: readonly string[];
	/** How another attempt can succeed; `none` where the sandbox accepts no other attempt. */
	retry: 'corrected' | 'same' | 'other means' | 'later' | 'after a call' | 'none';
}

export const elsewhere: Readonly<Record<ReasonCode, Elsewhere>> = {
	generic_decline: {
		stripe: ['generic_decline', 'do_not_honor'],
		mercadoPago: ['OTHE'],
		dLocal: ['300', '301'],
		iso8583: ['05'],
		retry: 'other means',
	},
	insufficient_funds: {
		stripe: ['insufficient_funds'],
		mercadoPago: ['FUND'],
		dLocal: ['302'],
		iso8583: ['51'],
		retry: 'later',
	},
	expired_card: {
		stripe: ['expired_card'],
		mercadoPago: ['EXPI'],
		dLocal: ['309'],
		iso8583: ['54'],
		retry: 'other means',
	},
	incorrect_cvc: {
		stripe: ['incorrect_cvc'],
		mercadoPago: ['SECU'],
		dLocal: ['315'],
		iso8583: ['82', 'N7'],
		retry: 'corrected',
	},
	invalid_number: {
		stripe: ['incorrect_number'],
		mercadoPago: ['CARD'],
		dLocal: ['314'],
		iso8583: ['14'],
		retry: 'corrected',
	},
	fraudulent: {
		stripe: ['fraudulent'],
		mercadoPago: ['BLAC'],
		dLocal: ['317'],
		iso8583: ['59'],
		retry: 'none',
	},
	lost_card: {
		stripe: ['lost_card'],
		mercadoPago: [],
		dLocal: ['310'],
		iso8583: ['41'],
		retry: 'other means',
	},
	stolen_card: {
		stripe: ['stolen_card'],
		mercadoPago: [],
		dLocal: ['313'],
		iso8583: ['43'],
		retry: 'other means',
	},
	call_issuer: {
		stripe: ['call_issuer'],
		mercadoPago: ['CALL'],
		dLocal: ['306'],
		iso8583: ['01'],
		retry: 'after a call',
	},
	limit_exceeded: {
		stripe: ['card_velocity_exceeded'],
		mercadoPago: ['ATTE'],
		dLocal: ['325', '319'],
		iso8583: ['61', '65'],
		retry: 'later',
	},
	duplicate_transaction: {
		stripe: ['duplicate_transaction'],
		mercadoPago: ['DUPL'],
		dLocal: ['307'],
		iso8583: ['94'],
		retry: 'later',
	},
	authentication_failed: {
		stripe: ['authentication_required'],
		mercadoPago: [],
		dLocal: ['320'],
		iso8583: [],
		retry: 'same',
	},
	processing_error: {
		stripe: ['processing_error', 'issuer_not_available'],
		mercadoPago: [],
		dLocal: ['321'],
		iso8583: ['91', '96'],
		retry: 'same',
	},
	cancelled_by_payer: { stripe: [], mercadoPago: [], dLocal: ['400'], iso8583: [], retry: 'none' },
	window_elapsed: { stripe: [], mercadoPago: [], dLocal: [], iso8583: [], retry: 'none' },
	late_confirmation: { stripe: [], mercadoPago: [], dLocal: [], iso8583: [], retry: 'none' },
};

export function reasonsTable(): string {
	const rows = reasonCodes.map((name) => {
		const { stripe, mercadoPago, dLocal, iso8583, retry } = elsewhere[name];
		const names = [stripe, mercadoPago, dLocal, iso8583].map(
			(codes) => codes.map(code).join(' ') || '–',
		);
		const shown = isShown(name) ? en.status.reasons[name] : '*general message*';
		return [code(name), ...names, retry, shown];
	});
	const providers = ['Stripe', 'Mercado Pago', 'dLocal', 'ISO 8583 style'];
	return table(['reason', ...providers, 'another attempt', 'message to the shopper'], rows);
}
