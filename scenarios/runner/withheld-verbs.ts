/** Explains verbs that a story does not get by its `needs`: stories in JavaScript have no type checks. */
import type { Expect, Need, StoryContexts } from '../scenario.ts';

/** The `needs` to declare, by verb; `*` stands for all verbs. */
interface Part {
	readonly [name: string]: Need | Part;
}

type Verbs<Name extends 'payin' | 'shopper' | 'expect'> = Readonly<
	Record<keyof StoryContexts['control'][Name], Need | Part>
>;
type MerchantVerbs<Name extends 'shopper' | 'expect'> = Readonly<
	Record<Exclude<keyof StoryContexts['merchant'][Name], keyof StoryContexts['control'][Name]>, Need>
>;

const payin: Verbs<'payin'> = {
	paymentOptions: 'calls',
	paymentSuboptions: 'calls',
	hybridPayment: 'calls',
	attempt: { '*': 'control' },
};
const shopper: Verbs<'shopper'> & MerchantVerbs<'shopper'> = {
	open: 'shopper',
	pay: 'shopper',
	enterCode: 'shopper',
	cancel: 'shopper',
	returnToAccount: 'shopper',
	waitFor: 'shopper',
	state: 'shopper',
	attempt: { '*': 'control' },
	returnToShop: 'merchant',
	forgeReturn: 'merchant',
};
const expect: Readonly<Record<keyof Expect, Need>> & MerchantVerbs<'expect'> = {
	equal: 'calls',
	ok: 'calls',
	orderIs: 'merchant',
	orderIsNotPaid: 'merchant',
	orderStaysPaid: 'merchant',
	paymentIs: 'merchant',
	paymentHasAmount: 'merchant',
	received: 'merchant',
	confirmedPayments: 'merchant',
};
const all = {
	payin: { ...payin },
	shopper: { ...shopper },
	expect: { ...expect },
	control: { '*': 'control' },
	merchant: { '*': 'merchant' },
	network: { '*': 'merchant' },
	service: { '*': 'merchant' },
	skip: 'merchant',
} as const satisfies Record<keyof (StoryContexts['control'] & StoryContexts['merchant']), unknown>;

/** Returns the context of a story; a verb that it does not have throws when the story reads it. */
export function withholdVerbs<Context extends object>(context: Context, needs: Need): Context {
	function guard<Verbs extends object>(verbs: Verbs, known: Part, path: string): Verbs {
		return new Proxy(verbs, {
			get(own, name) {
				const value: unknown = Reflect.get(own, name);
				if (typeof name === 'symbol' || !(Object.hasOwn(known, name) || '*' in known)) return value;
				const need = known[name] ?? known['*'];
				if (typeof need === 'object') return guard(value ?? {}, need, `${path}${name}.`);
				// A promise reads `then`, and JSON.stringify reads `toJSON`: a part of a story may be returned and printed.
				const isOwn = need === undefined || need === needs || ['then', 'toJSON'].includes(name);
				if (value !== undefined || isOwn) return value;
				throw new Error(
					`The story uses ${path}${name}, and declares needs: '${needs}'. Declare needs: '${need}'.`,
				);
			},
		});
	}
	return guard(context, all, '');
}
