/** Where a run took place: a figure means nothing without it. */
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';

export interface Surroundings {
	k6Version: string;
	loopback: boolean;
	sandboxVersion?: string | undefined;
}

export function describeEnvironment(surroundings: Surroundings): Record<string, string> {
	const { k6Version, loopback, sandboxVersion } = surroundings;
	return {
		node: process.version,
		k6: k6Version,
		target: sandboxVersion === undefined ? 'not a sandbox' : `payin-sandbox ${sandboxVersion}`,
		generator: loopback
			? 'on the same machine as the target'
			: 'on another machine than the target',
		system: `${platform()} ${release()} ${arch()}`,
		cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown'}`,
		memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
	};
}
