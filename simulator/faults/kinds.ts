/** All fault kinds by name. */
import type { Fault, FaultKindName, FaultOf } from '../contract/faults.ts';
import { close } from './close.ts';
import { contentType } from './content-type.ts';
import { delay } from './delay.ts';
import { dribble } from './dribble.ts';
import { garbage } from './garbage.ts';
import { hang } from './hang.ts';
import type { FaultKind } from './kind.ts';
import { malform } from './malform.ts';
import { reset } from './reset.ts';
import { status } from './status.ts';
import { truncate } from './truncate.ts';

const kinds: { readonly [K in FaultKindName]: FaultKind<FaultOf<K>> } = {
	status,
	close,
	reset,
	hang,
	delay,
	truncate,
	malform,
	'content-type': contentType,
	dribble,
	garbage,
};

// Each kind gets exactly its own parameters; TypeScript cannot follow that through the index.
export const kindOf = (fault: Fault) => kinds[fault.kind] as FaultKind<Fault>;
