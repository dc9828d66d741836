import { k6ForPackage } from '../../load/runner/k6-binary.ts';

/** The k6 of the load command, without building one; null when there is none. */
export function findBuiltK6(): Promise<string | null> {
	return k6ForPackage({ env: process.env, say: () => {} }).then(
		({ path }) => path,
		() => null,
	);
}
