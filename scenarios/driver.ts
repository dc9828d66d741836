/** The driver that runs stories in Node: it makes real HTTP calls and records each as a step. */
import { controlPaths, headerNames, isWithin } from '../simulator/contract/routes.ts';
import type { Deviation, ScenarioStep } from '../simulator/contract/run-report.ts';
import { createCustomer } from '../simulator/customers/customers.ts';
import { createControlClient } from './harness/control-client.ts';
import { createHttpClient } from './harness/http.ts';
import { curlCommandOf } from './runner/curl.ts';
import { createDeviationList } from './runner/deviations.ts';
import type { IssuedIds } from './runner/issued-ids.ts';
import { createIssuedIds } from './runner/issued-ids.ts';
import { createPayin } from './runner/payin.ts';
import { createExpect, createRecorder } from './runner/recorder.ts';
import { createShopper, createStoryControl } from './runner/shopper-and-control.ts';
import type { StoryContexts } from './scenario.ts';

/** The form of an assumption id. Other texts in the header did not come from the sandbox. */
const assumptionId = /^D-\d{1,3}$/;

export interface DriverOptions {
	target: string;
	/** The seed that generates the customers. */
	seed: number;
	/** The index of the first customer; 0 by default. */
	firstCustomer?: number;
	/** Returns a unique reference at every call. */
	nextReference(): string;
	controlToken?: string | undefined;
	/** Headers sent only with the three documented calls. No report shows them. */
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
	/** The ids of all payments of the run; by default, only those of this driver. */
	issuedIds?: IssuedIds;
	/** Receives the id of every assumption that a response rests on. */
	onAssumption?(id: string): void;
	signal?: AbortSignal | undefined;
	/** Aborts when the story has no more time. */
	overdue?: AbortSignal;
}

/** The context that one repeat of a story uses, and the records it leaves for the report. */
export interface Driver {
	context: StoryContexts['control'];
	/** The recorded steps. Steps and transaction ids are added while the story runs. */
	steps: readonly ScenarioStep[];
	transactionIds: readonly string[];
	/** Resolves when no step is running. */
	idle(): Promise<void>;
	deviations?(): readonly Deviation[];
	/** Returns the latest of the documented calls as a curl command without secrets and personal data. */
	curl?(): string | undefined;
}

export function createDriver(options: DriverOptions): Driver {
	const { target, controlToken, serviceHeaders, seed, nextReference, onAssumption } = options;
	const { signal, overdue } = options;
	const recorder = createRecorder(overdue);
	const transactionIds: string[] = [];
	const deviations = createDeviationList();
	let curl: string | undefined;
	const client = createHttpClient({
		target,
		controlToken,
		serviceHeaders,
		signal: AbortSignal.any([signal, overdue].filter((one) => one !== undefined)),
		onCall(call, url) {
			if (isWithin(controlPaths.root, call.path)) return;
			curl = curlCommandOf(call, url, serviceHeaders);
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
		issuedIds: options.issuedIds ?? createIssuedIds(),
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
		idle: recorder.idle,
		transactionIds,
		deviations: deviations.list,
		curl: () => curl,
	};
}
