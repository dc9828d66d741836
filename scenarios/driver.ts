/** Runs stories under Node: real HTTP calls, each recorded as a step. */
import { headerNames } from '../simulator/contract/routes.ts';
import type { Deviation, ScenarioStep } from '../simulator/contract/run-report.ts';
import { createCustomer } from '../simulator/customers/customers.ts';
import { createControlClient } from './harness/control-client.ts';
import { createHttpClient } from './harness/http.ts';
import { curlOf } from './runner/curl.ts';
import { createDeviationList } from './runner/deviations.ts';
import { createPayin } from './runner/payin.ts';
import { createExpect, createRecorder } from './runner/recorder.ts';
import { createShopper, createStoryControl } from './runner/shopper-and-control.ts';
import type { StoryContexts } from './scenario.ts';

/** Anything else in the header of an answer is not from the sandbox. */
const assumptionId = /^D-\d{1,3}$/;

export interface DriverOptions {
	target: string;
	/** The seed of the customers. */
	seed: number;
	/** The index of its first customer; 0 by default. */
	firstCustomer?: number;
	/** Returns a unique reference at every call. */
	nextReference(): string;
	controlToken?: string | undefined;
	/** Sent to the three calls only, and shown nowhere. */
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
	/** Receives the id of every gap that shaped a response. */
	onAssumption?(id: string): void;
	signal?: AbortSignal | undefined;
}

/** What one repeat of a story runs with, and what it leaves for the report. */
export interface Driver {
	context: StoryContexts['control'];
	/** Steps and transaction ids are added while the story runs. */
	steps: readonly ScenarioStep[];
	transactionIds: readonly string[];
	deviations?(): readonly Deviation[];
	/** The latest call, as a command without secrets and personal data. */
	curl?(): string | undefined;
}

export function createDriver(options: DriverOptions): Driver {
	const { target, controlToken, serviceHeaders, seed, nextReference, onAssumption, signal } =
		options;
	const recorder = createRecorder();
	const transactionIds: string[] = [];
	const deviations = createDeviationList();
	let curl: string | undefined;
	const client = createHttpClient({
		target,
		controlToken,
		serviceHeaders,
		signal,
		onCall(call, url) {
			curl = curlOf(call, url, { controlToken, serviceHeaders });
		},
		onResponse(headers) {
			const ids = headers.get(headerNames.assumptions)?.split(',') ?? [];
			for (const id of ids.map((text) => text.trim()))
				if (assumptionId.test(id)) onAssumption?.(id);
		},
	});
	let nextCustomer = options.firstCustomer ?? 0;
	const payin = createPayin({
		client,
		recorder,
		nextReference,
		nextCustomer: (market) => createCustomer({ market, seed, index: nextCustomer++ }),
		onSession: ({ transactionId }) => transactionIds.push(transactionId),
		onDeviations: deviations.add,
	});
	const control = createControlClient(client);
	const context = {
		payin,
		expect: createExpect(recorder),
		shopper: createShopper(control, recorder),
		control: createStoryControl(control, recorder, deviations.take),
	};
	return {
		context,
		steps: recorder.steps,
		transactionIds,
		deviations: deviations.list,
		curl: () => curl,
	};
}
