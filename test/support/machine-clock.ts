/** Shows a child process a clock of the machine that the test sets. The monotonic clock stays as it is. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './command.ts';

/** `faketime`: the path of its library; without it, the child process has the real clock. */
export function createMachineClock(faketime: string | null) {
	const offset = join(temporaryFolder(), 'offset');
	/** Sets the clock, as an offset to the real one. */
	const setClock = (seconds: number) =>
		writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}\n`);
	setClock(0);
	const env = {
		LD_PRELOAD: faketime ?? '',
		FAKETIME_TIMESTAMP_FILE: offset,
		FAKETIME_NO_CACHE: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	};
	return { setClock, env };
}
