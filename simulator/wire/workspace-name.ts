/** The names that a workspace may have. */
import { workspaceName } from '../contract/routes.ts';
import { maskCards } from '../domain/card.ts';

/** A name is stored, logged and shown as it is, so it must not be a card number. */
export function isWorkspaceName(name: string): boolean {
	return workspaceName.test(name) && maskCards(name) === name;
}
