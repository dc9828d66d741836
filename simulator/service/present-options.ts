/**
 * The answer of payment-options, as the document shows it: JSON text, written from ready-made pieces. All that differs
 * from payment to payment are ids, and an id needs no escaping.
 */
import { paymentOptionIdsOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { extraDataIn } from '../catalog/extra-data.ts';
import type { PaymentOption } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';

export function presentOptions(payment: Payment, world: World): string {
	const { transactionId, sessionId, optionCodes } = payment;
	const idOf = paymentOptionIdsOf(payment, world);
	const pieces = piecesOf(world.settings.inForce, payment);
	let options = '';
	for (const code of optionCodes) {
		options += `${options === '' ? '' : ','}{"paymentOptionId":"${idOf(code)}",${pieces(code)}`;
	}
	return `{"transactionId":"${transactionId}","sessionId":"${sessionId}","paymentOptions":[${options}]}`;
}

type Shapes = Settings['catalog']['extraData'];

interface Pieces {
	/** Values of a field may be years from this one on; 0 where there are none. */
	readonly year: number;
	readonly byCode: Map<string, string>;
}

/** Settings are replaced, never changed: what was written under them stays right for as long as the year. */
const written = new WeakMap<Shapes, Pieces>();

/** What stands behind the id of an option, for its code. */
function piecesOf({ catalog }: Settings, { createdAt }: Payment): (code: string) => string {
	const { extraData: shapes } = catalog;
	const year = shapes.valuesShape === 'empty' ? 0 : new Date(createdAt).getUTCFullYear();
	const known = written.get(shapes);
	const pieces = known?.year === year ? known : { year, byCode: new Map<string, string>() };
	if (pieces !== known) written.set(shapes, pieces);
	return (code) => {
		const piece = pieces.byCode.get(code) ?? pieceOf(code, shapes, year);
		pieces.byCode.set(code, piece);
		return piece;
	};
}

function pieceOf(code: string, shapes: Shapes, year: number): string {
	const { name, extraData } = optionByCode(code);
	const shown: Omit<PaymentOption, 'paymentOptionId' | 'extraData'> & { extraData: unknown } = {
		name,
		logo: null,
		extraData: extraDataIn(shapes, extraData, year),
	};
	return JSON.stringify(shown).slice(1);
}
