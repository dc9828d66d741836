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

// The implementation of a fault's kind. The cast is safe: a kind only gets faults of its own kind, which TypeScript
// cannot see in the look-up.
export const kindOf = (fault: Fault) => kinds[fault.kind] as FaultKind<Fault>;
