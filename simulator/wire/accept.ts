/**
 * Returns the offered media type that an `Accept` header prefers (RFC 9110, 12.5.1): the one with the highest weight,
 * then the one that the header names first. If the header is missing or accepts none of them, the first offer is
 * returned.
 */
export function preferredType<T extends string>(
	accept: string | undefined,
	offered: readonly [T, ...T[]],
): T {
	const ranges = (accept ?? '*/*').toLowerCase().split(',').map(readRange);
	let best = { type: offered[0], weight: 0, order: 0 };
	for (const type of offered) {
		const names = [type, type.replace(/\/.*/, '/*'), '*/*'];
		const name = names.find((one) => ranges.some((range) => range.name === one));
		const index = ranges.findIndex((range) => range.name === name);
		const weight = ranges[index]?.weight ?? 0;
		// A wildcard names no type, so the order of the offers decides.
		const order = name === type ? index : ranges.length;
		if (weight > best.weight || (weight === best.weight && weight > 0 && order < best.order)) {
			best = { type, weight, order };
		}
	}
	return best.type;
}

function readRange(text: string) {
	const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
	const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
	return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
