/** The stories' world under Node: real HTTP calls, every one a recorded step. */
import { headerNames } from '../simulator/contract/routes.ts';
import type { ScenarioStep } from '../simulator/contract/run-report.ts';
import { createCustomer } from '../simulator/customers/customers.ts';
import { createClient } from './runner/client.ts';
import { createExpect } from './runner/expectations.ts';
import { createPayin } from './runner/payin.ts';
import { createRecorder } from './runner/recorder.ts';
import { createSandboxClient } from './runner/sandbox-client.ts';
import { createControl, createShopper } from './runner/shopper.ts';
import type { Worlds } from './scenario.ts';

export interface DriverOptions {
	target: string;
	/** Makes the customers. */
	seed: number;
	/** A unique one at every call. */
	nextReference(): string;
	controlToken?: string | undefined;
	/** Ids of the gaps that shaped an answer, as they are seen. */
	onAssumption?(id: string): void;
	signal?: AbortSignal | undefined;
}

export interface Driver {
	world: Worlds['control'];
	/** Grow while the story runs. */
	steps: readonly ScenarioStep[];
	transactionIds: readonly string[];
}

/** For one run of one story. */
export function createDriver(options: DriverOptions): Driver {
	const { target, controlToken, seed, nextReference, onAssumption, signal } = options;
	const recorder = createRecorder();
	const transactionIds: string[] = [];
	const client = createClient({
		target,
		controlToken,
		signal,
		onAnswer(headers) {
			const ids = headers.get(headerNames.assumptions)?.split(',') ?? [];
			for (const id of ids.map((text) => text.trim()).filter(Boolean)) onAssumption?.(id);
		},
	});
	let customersMade = 0;
	const payin = createPayin({
		client,
		recorder,
		nextReference,
		nextCustomer: (market) => createCustomer({ market, seed, index: customersMade++ }),
		onSession: ({ transactionId }) => transactionIds.push(transactionId),
	});
	const sandbox = createSandboxClient(client);
	const world = {
		payin,
		expect: createExpect(recorder),
		shopper: createShopper(sandbox, recorder),
		control: createControl(sandbox, recorder),
	};
	return { world, steps: recorder.steps, transactionIds };
}
