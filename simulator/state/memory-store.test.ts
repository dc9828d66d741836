import { settingsOf } from '../settings/settings.ts';
import { createMemoryStore } from './memory-store.ts';
import { describeStore } from './store-contract.ts';
import type { CreateStore } from './store-contract-setup.ts';

const create: CreateStore = ({ wallNow }) => {
	const clock = { mode: 'real', scale: 1, now: null } as const;
	return createMemoryStore({
		genesis: { seed: 1, settings: settingsOf('sandbox'), clock },
		wallNow,
	});
};

describeStore('memory', create);
