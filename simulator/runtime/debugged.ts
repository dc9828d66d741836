/** Whether somebody debugs this process, or may: it then stands still at a breakpoint. */
import inspector from 'node:inspector';

export function isDebugged(): boolean {
	return inspector.url() !== undefined;
}
