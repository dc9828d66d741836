import { isDeepStrictEqual } from 'node:util';
import type { Expect } from '../scenario.ts';
import type { Recorder } from './recorder.ts';

export function createExpect(recorder: Recorder): Expect {
	return {
		equal(what, actual, expected) {
			recorder.check(`expect ${what}`, (note) => {
				if (!isDeepStrictEqual(actual, expected)) {
					throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
				}
				note(JSON.stringify(actual));
			});
		},
		ok(what, condition) {
			recorder.check(`expect ${what}`, () => {
				if (!condition) throw new Error('this does not hold');
			});
		},
	};
}
