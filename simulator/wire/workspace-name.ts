/** The names that a workspace may have, and the path that follows a name. */
import { workspaceName, workspacePath } from '../contract/routes.ts';
import { passesLuhn } from '../domain/card.ts';

/** Matches numbers that may be card numbers: they begin with 3 to 6, or with 22 to 27. Dates and times do not. */
const cardNumber = /^(?:[3-6]|2[2-7])\d{11,18}$/;

/** How a card number is written: in one piece, or in the groups that a card shows. */
const cardGroups = /^(?:\d+|\d{4}(?:-\d{4}){2,3}(?:-\d{1,3})?|\d{4}-\d{6}-\d{4,5})$/;

/**
 * Whether a name is allowed. It is stored, logged and shown as it is, so it must not be a card number. A part of a name
 * may look like one: a random number of a test does so in one of twenty cases.
 */
export function isWorkspaceName(name: string): boolean {
	if (!workspaceName.test(name)) return false;
	const digits = name.replaceAll('-', '');
	return !(cardGroups.test(name) && cardNumber.test(digits) && passesLuhn(digits));
}

/** The path without the prefix `/w/{name}`. The name may be invalid. */
export function pathInWorkspace(path: string): string {
	if (!path.startsWith(workspacePath)) return path;
	const [, ...rest] = path.slice(workspacePath.length).split('/');
	return `/${rest.join('/')}`;
}
