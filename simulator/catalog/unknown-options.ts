/** Payment options that no integrator knows: they come without a warning, when drift is asked for (D-23). */
import { mostExtraOptions } from '../contract/gaps/gaps-of-answers.ts';
import { onlineBanking, option } from './option.ts';
import type { OptionPack } from './pack.ts';

/** Each can be chosen, takes no bank, and is confirmed on the cashier. */
export const unknownOptions: readonly OptionPack[] = Array.from(
	{ length: mostExtraOptions },
	(_, index) =>
		option({
			code: `drift-${index + 1}`,
			name: `Drift option ${index + 1}`,
			kind: 'bank',
			...onlineBanking,
		}),
);
