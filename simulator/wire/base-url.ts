import { basePathOf } from '../contract/routes.ts';
import type { Call } from './call.ts';

/**
 * The base address of the workspace of a call, without a trailing slash: the configured one, or else that of the
 * request.
 */
export function baseUrlOf(publicUrl: string | null, call: Pick<Call, 'workspace' | 'header'>) {
	return (publicUrl ?? `http://${call.header('host')}`) + basePathOf(call.workspace);
}
