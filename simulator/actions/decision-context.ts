/** When, by which rules and with which chance something happens to a payment of a world. */
import { optionByCode } from '../catalog/catalog.ts';
import { toMs } from '../contract/duration.ts';
import { drawMs } from '../delays/law.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { keyOf } from '../domain/payment.ts';
import { processingLaw } from '../settings/settings.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { chanceIn, nowIn, rulesIn } from '../workspaces/record.ts';

/** The setting, and the gap it settles. */
const timedOut = 'processing.timeout (D-09)';

export function decisionContextOf(
	world: WorkspaceRecord,
	payment: Payment,
	wallMs: number,
): DecisionContext {
	const random = chanceIn(world, keyOf(payment));
	const { hybrid, processing } = world.settings.inForce;
	const { timeout } = processing;
	return {
		now: nowIn(world, wallMs),
		random,
		rules: rulesIn(world),
		repeat: hybrid.repeat,
		processingTimeout: timeout === null ? null : { ms: toMs(timeout), cause: timedOut },
		processingMs({ optionCode, kind, suboptionId }, attempt) {
			const { name: optionName, realistic } = optionByCode(optionCode);
			const methodLaw = realistic.processing;
			const law = processingLaw(world.settings, { optionName, kind, suboptionId, methodLaw });
			const drawn = drawMs(law, (name) => random(`processing ${attempt} ${name}`));
			return drawn === null ? null : Math.round(drawn);
		},
	};
}
