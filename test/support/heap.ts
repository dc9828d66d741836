/** What stands in the memory of a process, by a snapshot that it wrote. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const snapshotSchema = z.object({
	snapshot: z.object({ meta: z.object({ node_fields: z.array(z.string()) }) }),
	// Millions of numbers: to check each of them takes longer than all else.
	nodes: z.custom<readonly number[]>(Array.isArray),
	strings: z.array(z.string()),
});

/** Every text that something holds, and the name of every object; indexes of tables are no texts. */
export function textsInHeap(file: string): readonly string[] {
	const { snapshot, nodes, strings } = snapshotSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	const fields = snapshot.meta.node_fields;
	const nameAt = fields.indexOf('name');
	const named = new Set<number>();
	for (let at = nameAt; at < nodes.length; at += fields.length) named.add(nodes[at] ?? 0);
	return [...named].map((index) => strings[index] ?? '');
}
