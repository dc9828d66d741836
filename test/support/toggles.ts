/** Proves a gap by each of its settings, both ways: the assumption, what the setting makes of it, and back again. */
import { expect, test } from 'vitest';
import type { GapId } from '../../simulator/contract/gaps/ledger.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { Answer } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';

/** What a probe saw, and the answer that says which gaps shaped it. */
interface Seen {
	seen: unknown;
	headers: Headers;
}

export interface Toggle {
	/** The other value of the setting. */
	value: unknown;
	probe(sandbox: Sandbox): Promise<Seen>;
	/** What the probe sees by default, and with the value; compared as `toEqual` does, matchers included. */
	assumed: unknown;
	configured: unknown;
	/** Other settings that must hold for the probe to see anything. */
	given?: Record<string, unknown>;
}

/** A toggle for each setting of each gap: one that is left out does not compile. */
export type Toggles<Gaps> = {
	readonly [Id in keyof Gaps]: Gaps[Id] extends { settings: infer Settings }
		? { readonly [Path in keyof Settings]: Toggle }
		: never;
};

/** A probe that makes one call and sees a part of its answer. */
export function seeing(
	see: (answer: Answer) => unknown,
	call: (sandbox: Sandbox) => Promise<Answer>,
): Toggle['probe'] {
	return async (sandbox) => {
		const answer = await call(sandbox);
		return { seen: see(answer), headers: answer.headers };
	};
}

/** A gap that no setting changes: only its assumption is seen. */
type Fixed = Pick<Toggle, 'probe' | 'assumed'>;

export function proveToggles(
	toggles: Readonly<Record<string, Readonly<Record<string, Toggle>>>>,
): void {
	const rows = Object.entries(toggles).flatMap(([id, settings]) =>
		Object.entries(settings).map(([path, toggle]) => [id as GapId, path, toggle] as const),
	);
	test.each(rows)(
		'%s by %s',
		async (id, path, { value, probe, assumed, configured, given = {} }) => {
			const sandbox = await startSandbox({ settings: given });
			await see(sandbox, probe, assumed, id);
			await sandbox.configure(nested(path, value));
			await see(sandbox, probe, configured, id);
			await sandbox.configure(nested(path, null));
			await see(sandbox, probe, assumed, id);
		},
	);
}

export function proveFixed(fixed: Readonly<Record<string, Fixed>>): void {
	test.each(Object.entries(fixed))('%s is fixed', async (id, { probe, assumed }) => {
		const sandbox = await startSandbox();
		await see(sandbox, probe, assumed, id as GapId);
	});
}

async function see(sandbox: Sandbox, probe: Toggle['probe'], expected: unknown, id: GapId) {
	const { seen, headers } = await probe(sandbox);
	expect(seen).toEqual(expected);
	expect(headers.get(headerNames.assumptions)?.split(',')).toContain(id);
}

/** A part of the settings that says this at a path. */
export function nested(path: string, value: unknown): Record<string, unknown> {
	const [name = '', ...rest] = path.split('.');
	return { [name]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}
