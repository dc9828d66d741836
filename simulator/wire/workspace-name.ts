/** The names that a workspace may have, and the path that follows a name. */
import { workspaceName, workspacePath } from '../contract/routes.ts';
import { passesLuhn } from '../domain/card.ts';

/**
 * Matches numbers that may be card numbers: they begin with 3 to 6, or with 22 to 27. Dates and times, which are common
 * in names, do not.
 */
const cardNumber = /^(?:[3-6]|2[2-7])\d{11,18}$/;

const isCardNumber = (digits: string) => cardNumber.test(digits) && passesLuhn(digits);

/**
 * Whether a name is allowed. It is stored, logged and shown as it is, so it must not be a card number, with or without
 * its hyphens.
 */
export function isWorkspaceName(name: string): boolean {
	if (!workspaceName.test(name)) return false;
	return ![name.replaceAll('-', ''), ...name.split(/\D+/)].some(isCardNumber);
}

/** The path without the prefix `/w/{name}`. The name may be invalid. */
export function pathInWorkspace(path: string): string {
	if (!path.startsWith(workspacePath)) return path;
	const [, ...rest] = path.slice(workspacePath.length).split('/');
	return `/${rest.join('/')}`;
}
