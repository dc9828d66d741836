/** A store as another version of the sandbox would have begun it. */
import { keys, schemaVersion } from '../../simulator/state/steps/records.ts';
import type { Keeper } from '../../simulator/state/steps/step.ts';

/** What is said of it. */
export const otherSchema = `it was written with schema ${schemaVersion + 1}, and this version reads schema ${schemaVersion}`;

export async function beginWithOtherSchema(keeper: Keeper): Promise<void> {
	await keeper.write({
		needs: [],
		// biome-ignore lint/correctness/useYield: because there is nothing to ask for
		*run(draft) {
			draft.put(keys.schema, schemaVersion + 1);
		},
	});
	await keeper.close();
}
