/** Whether the flows of a load can end on the target's clock: the payment network decides only while the clock runs. */
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { Target } from '../../scenarios/harness/target.ts';
import { workspaceInAddress } from '../../scenarios/harness/target.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject } from '../../simulator/contract/json.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Settings } from '../../simulator/contract/settings.ts';
import { merchantStoryName, shopFlowNames } from '../merchant-orders.ts';
import type { Plan } from '../plan.ts';
import { waitsForNetwork } from '../stories.ts';
import type { LoadShop } from './merchant-shop.ts';

/** Throws a CannotRunError if the clock of the target does not run, and a flow of the plan waits for it. */
export async function requireRunningClock(
	{ url, sandbox }: Pick<Target, 'url' | 'sandbox'>,
	{ mix }: Pick<Plan, 'mix'>,
	shop: Pick<LoadShop, 'environment' | 'offers' | 'job'> | undefined,
): Promise<void> {
	if (sandbox?.clock !== 'manual') return;
	const isWaiting = shop ? await waitingOrders(shop) : waitsForNetwork;
	const waiting = Object.keys(mix).filter(isWaiting);
	if (waiting.length === 0) return;
	const names = waiting.join(', ');
	const workspace = workspaceInAddress(url);
	const start = workspace === undefined ? ', or start the sandbox with --clock real' : '';
	const instead = shop
		? 'With --shopper none, no order is paid, and no flow waits for it.'
		: 'With --mix card=0.6,bank=0.4 (not for smoke), flows end at the redirect, and none waits for it.';
	throw new CannotRunError(
		'clock',
		`The clock of ${url} is manual and does not run, so the payment network never decides the payments of ${names}. Send PUT ${url}${controlPaths.clock} {"mode":"real"}${start}. ${instead}`,
	);
}

/** Returns a function that tells whether the payments of a flow of the shop take time to be decided. */
async function waitingOrders({
	environment,
	offers,
	job,
}: Pick<LoadShop, 'environment' | 'offers' | 'job'>) {
	const { processing } = (await environment.sandbox.settings()) as JsonObject &
		Pick<Settings, 'processing'>;
	const lawsOf = (flow: (typeof shopFlowNames)[number]) => [
		...Object.values(offers).flatMap((offer) => {
			const option = flow === 'card' ? offer.card : offer.bank?.option;
			if (option === undefined || option === null) return [];
			return [processing.options[option] ?? processing[flow] ?? processing.default];
		}),
		// A shop may pay by any of them.
		...(flow === 'bank' ? Object.values(processing.banks) : []),
	];
	return (name: string) =>
		job.pays &&
		shopFlowNames.some((flow) => merchantStoryName(flow) === name && lawsOf(flow).some(takesTime));
}

/** Without a law, the payment method has a time of its own. `never` needs no clock: no payment is decided. */
const takesTime = (law: Settings['processing']['default']): boolean =>
	law !== 'none' && law !== 'never' && !(isObject(law) && 'fixed' in law && toMs(law.fixed) === 0);
