/** Why a run did not take place: the report says it, and the exit code is that of an error. */
export class CannotRun extends Error {
	override name = 'CannotRun';
	rule: string;

	constructor(rule: string, detail: string) {
		super(detail);
		this.rule = rule;
	}
}
