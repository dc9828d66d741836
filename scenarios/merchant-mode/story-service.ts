/** The service of a merchant story: the story breaks its calls, changes its settings and decides its payments. */
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { Recorder } from '../runner/recorder.ts';
import type { CashierPage, ShopService } from '../shop.ts';
import type { SandboxControl } from './sandbox-control.ts';

export interface StoryServiceOptions {
	sandbox: SandboxControl;
	recorder: Recorder;
	/** Called when the story has added a fault rule that breaks calls of this kind. */
	onFault(call: ServiceCall, ruleId: string, fault: FaultRuleInput['fault']): void;
	decide(page: CashierPage, outcome: string): Promise<unknown>;
}

export function createStoryService({
	sandbox,
	recorder,
	onFault,
	decide,
}: StoryServiceOptions): ShopService {
	let faults = 0;
	async function addFault(call: ServiceCall, rule: Omit<FaultRuleInput, 'id' | 'match'>) {
		faults += 1;
		const id = `story-${faults}`;
		await sandbox.addFault({ ...rule, id, match: { endpoint: call } });
		onFault(call, id, rule.fault);
	}
	return {
		breaks: (call, fault, phase) =>
			recorder.step(`the next ${call} is broken by ${fault.kind}${phase ? `, ${phase}` : ''}`, () =>
				addFault(call, { fault, times: 1, ...(phase ? { phase } : {}) }),
			),
		breaksAll: (fault) =>
			recorder.step(`every call is broken by ${fault.kind}`, async () => {
				for (const call of serviceCalls) await addFault(call, { fault });
			}),
		heal: () => recorder.step('the service works again', () => sandbox.removeFaults()),
		change: (settings) =>
			recorder.step(`settings of the service: ${JSON.stringify(settings)}`, () =>
				sandbox.changeSettings(settings),
			),
		async decide(page, outcome) {
			await decide(page, outcome);
		},
	};
}
