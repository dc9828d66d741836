/** A store as another version of the sandbox would have begun it. */
import type { Backend } from '../../simulator/state/backend.ts';
import { schemaVersion, storeKeys } from '../../simulator/state/records.ts';

/** The refusal. */
export const otherSchema = `it was written with schema ${schemaVersion + 1}, and this version reads schema ${schemaVersion}`;

export async function beginWithOtherSchema(backend: Backend): Promise<void> {
	await backend.write((transaction) => transaction.put(storeKeys.schema, schemaVersion + 1));
	await backend.close();
}
