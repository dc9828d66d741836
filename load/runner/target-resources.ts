/**
 * Samples the memory and the file descriptors of a sandbox from its `/metrics`. The metrics have the usual Prometheus
 * names, such as `process_open_fds`.
 */
import { getFromAnyPort } from '../../scenarios/harness/http.ts';
import type { ControlledTarget } from '../../scenarios/harness/target.ts';
import { controlHeadersOf } from '../../scenarios/harness/target.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';

type Resource = NonNullable<LoadReport['resources']>[number];

const maxSamples = 200;
const timeoutMs = 5000;

function gaugeOf(text: string, name: string): number | null {
	const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
	return value === undefined ? null : Number(value);
}

/** Reads the target's metrics until `stop` is called. A read that fails leaves a gap. */
export function watchResources(target: ControlledTarget, durationMs: number) {
	const samples: Resource[] = [];
	const startMs = performance.now();
	const url = `${new URL(target.url).origin}${controlPaths.metrics}`;
	const read = async () => {
		const second = Math.round((performance.now() - startMs) / 1000);
		const response = await getFromAnyPort(url, controlHeadersOf(target), { timeoutMs }).catch(
			() => null,
		);
		if (!response?.ok) return;
		const bytes = gaugeOf(response.text, 'process_resident_memory_bytes');
		const descriptors = gaugeOf(response.text, 'process_open_fds');
		if (bytes === null && descriptors === null) return;
		const memoryMb = bytes === null ? null : Math.round(bytes / 2 ** 20);
		samples.push({ second, memoryMb, descriptors });
	};
	const timer = setInterval(read, Math.max(1000, durationMs / maxSamples));
	return {
		samples,
		stop: () => clearInterval(timer),
	};
}
