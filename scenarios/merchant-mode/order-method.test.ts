import { expect, test } from 'vitest';
import type { OrderMethod, PaymentMethod } from './order-method.ts';
import { createFlowCheck, createMethodCheck } from './order-method.ts';

/** A request of a merchant file that sends these values. */
const sending = (json: object) => ({
	prepare: [],
	checkout: { method: 'POST', url: 'http://x', json, redirect: { header: 'Location' } } as const,
});
const card: OrderMethod = { flow: 'card', option: 'Card', bank: null };
const bank: OrderMethod = { flow: 'bank', option: 'PSE', bank: 'Bancolombia' };
const paidBy = (
	name: string,
	kind: NonNullable<PaymentMethod['option']>['kind'],
	chosen?: string,
): PaymentMethod => ({
	option: { name, kind },
	suboption: chosen === undefined ? null : { name: chosen },
});
const option = { option: '{option}' };

test.each<[object, OrderMethod, PaymentMethod, string | undefined]>([
	[option, card, paidBy('Card', 'card'), undefined],
	[option, card, paidBy('Nequi', 'code'), 'Nequi'],
	[option, bank, paidBy('PSE', 'bank', 'Nequi'), undefined],
	[{ bank: '{bank}' }, bank, paidBy('PSE', 'bank', 'Bancolombia'), undefined],
	[{ bank: '{bank}' }, bank, paidBy('PSE', 'bank', 'Nequi'), 'PSE, Nequi'],
	[{ bank: '{bank}' }, bank, paidBy('PSE', 'bank'), undefined],
	[{ by: '{flow}' }, card, paidBy('Tarjeta', 'card'), undefined],
	[{ by: '{flow}' }, card, paidBy('PSE', 'bank', 'Nequi'), 'PSE, Nequi'],
	[{ by: '{flow}' }, bank, paidBy('Card', 'card'), 'Card'],
	[{ ...option, by: '{flow}' }, { ...card, option: 'Nequi' }, paidBy('Nequi', 'code'), undefined],
	[{ id: '{reference}' }, card, paidBy('PSE', 'bank', 'Nequi'), undefined],
	[option, card, { option: null, suboption: null }, undefined],
])(
	'a shop that gets %j, an order %j and a payment %j: other is %j',
	(json, order, payment, other) => {
		expect(createMethodCheck(sending(json))(payment, order)).toBe(other);
	},
);

test.each<[object, OrderMethod, PaymentMethod, string | undefined]>([
	[{}, bank, paidBy('Card', 'card'), 'Card'],
	[{}, card, paidBy('PSE', 'bank', 'Nequi'), 'PSE, Nequi'],
	[{}, bank, paidBy('PSE', 'bank', 'Nequi'), undefined],
	// It has no list either.
	[{}, card, paidBy('Nequi', 'code'), undefined],
	[{ by: '{flow}' }, bank, paidBy('Card', 'card'), undefined],
	[{ bank: '{bank}' }, bank, paidBy('Card', 'card'), undefined],
	[option, bank, paidBy('Card', 'card'), undefined],
])(
	'a shop that gets %j, an order %j and a payment %j: the flow is other: %j',
	(json, order, payment, other) => {
		expect(createFlowCheck(sending(json))(payment, order)).toBe(other);
	},
);
