import { sleep } from '../../simulator/runtime/time.ts';
import { createMemoryBackend } from '../../simulator/state/memory-backend.ts';
import { openTestStore } from '../support/store.ts';
import { describeStore } from './store.contract.ts';

describeStore('memory', ({ wallNow }) =>
	openTestStore({ kind: 'memory', backend: createMemoryBackend(), wallNow, sleep }),
);
