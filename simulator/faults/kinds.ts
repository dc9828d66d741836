/** All fault kinds by name. */
import type { Fault, FaultKindName, FaultOf } from '../contract/faults.ts';
import { closeFault } from './close.ts';
import { contentTypeFault } from './content-type.ts';
import { delayFault } from './delay.ts';
import { dribbleFault } from './dribble.ts';
import { garbageFault } from './garbage.ts';
import { hangFault } from './hang.ts';
import type { FaultKind } from './kind.ts';
import { malformFault } from './malform.ts';
import { resetFault } from './reset.ts';
import { statusFault } from './status.ts';
import { truncateFault } from './truncate.ts';

const kinds: { readonly [K in FaultKindName]: FaultKind<FaultOf<K>> } = {
	status: statusFault,
	close: closeFault,
	reset: resetFault,
	hang: hangFault,
	delay: delayFault,
	truncate: truncateFault,
	malform: malformFault,
	'content-type': contentTypeFault,
	dribble: dribbleFault,
	garbage: garbageFault,
};

// A kind gets faults of its own kind only. TypeScript cannot see that in a look-up by `fault.kind`.
export const kindOf = (fault: Fault) => kinds[fault.kind] as FaultKind<Fault>;
