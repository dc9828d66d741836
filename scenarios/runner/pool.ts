/** Works through a list with a few hands; the results stand in the order of the list. */
export async function mapPool<Item, Result>(
	items: readonly Item[],
	hands: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queue = items.entries();
	const hand = async () => {
		for (const [index, item] of queue) results[index] = await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(hands, items.length) }, hand));
	return results;
}
