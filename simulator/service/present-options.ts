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
import { createLruCache } from '../runtime/lru-cache.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export function presentOptions(payment: Payment, world: WorkspaceRecord): string {
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

type ByCode = Map<string, string>;

/** Values of a field may be years from this one on, and the clocks of workspaces may stand in different ones. */
const createByYear = () => createLruCache<ByCode, number>(10);

/** Settings are replaced, never changed: what was written under them stays right for its year. */
const written = new WeakMap<Shapes, ReturnType<typeof createByYear>>();

/** What stands behind the id of an option, for its code. */
function piecesOf({ catalog }: Settings, { createdAt }: Payment): (code: string) => string {
	const { extraData: shapes } = catalog;
	const year = shapes.valuesShape === 'empty' ? 0 : new Date(createdAt).getUTCFullYear();
	const byCode = byCodeIn(shapes, year);
	return (code) => {
		const piece = byCode.get(code) ?? pieceOf(code, shapes, year);
		byCode.set(code, piece);
		return piece;
	};
}

function byCodeIn(shapes: Shapes, year: number): ByCode {
	const known = written.get(shapes);
	const byYear = known ?? createByYear();
	if (!known) written.set(shapes, byYear);
	const before = byYear.get(year);
	const byCode = before ?? new Map<string, string>();
	if (!before) byYear.put(year, byCode);
	return byCode;
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
