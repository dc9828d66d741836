/** Which rows of a long table `npm test` plays: the same ones for a seed, and all of them in `npm run test:full`. */
import { drawOf } from '../../simulator/runtime/chance.ts';
import { full } from './campaign.ts';

/**
 * The first rows of a table in `npm test`, and all of them in `npm run test:full`. For variants of one behaviour: the first row
 * shows the behaviour, and the others repeat it with another profile, language or colour scheme.
 */
export const firstRows = <Row>(rows: readonly Row[], count = 1): readonly Row[] =>
	full ? rows : rows.slice(0, count);

/** What a test says in its name of the part it plays. */
export const sampled = (seed: number) => (full ? 'all' : `a sample of seed ${seed}`);

/** In their order. */
export function sample<Row>(rows: readonly Row[], count: number, seed: number): readonly Row[] {
	if (full) return rows;
	const lot = (index: number) => drawOf(`${seed} ${index}`);
	const indexes = rows.map((_, index) => index).toSorted((one, other) => lot(one) - lot(other));
	const drawn = new Set(indexes.slice(0, count));
	return rows.filter((_, index) => drawn.has(index));
}
