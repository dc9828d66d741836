/** A field that its schema takes and the settings do not, with the gap they settle. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { FieldError } from '../contract/problem.ts';

export interface FieldProblem {
	error: FieldError;
	assumption: GapId;
}
