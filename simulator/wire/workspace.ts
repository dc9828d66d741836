/** Which workspace a call is for: told by a header, or by the front of its path. */
import type { Request } from 'express';
import { defaultWorkspace, headerNames, workspaceName, workspacePath } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';

const header = headerNames.workspace.toLowerCase();

/**
 * The name, and the path without it: routes see the same path in every workspace. Nearly every call is in the
 * default one and tells nothing, which costs it two looks.
 */
export function takeWorkspace(request: Request): string | ApiError {
	const inHeader = request.headers[header] as string | undefined;
	const isInPath = request.path.startsWith(workspacePath);
	if (inHeader === undefined && !isInPath) return defaultWorkspace;
	if (inHeader !== undefined && !workspaceName.test(inHeader)) {
		return { code: 'invalid_workspace', param: headerNames.workspace };
	}
	if (!isInPath) return inHeader ?? defaultWorkspace;
	const [inPath = ''] = request.path.slice(workspacePath.length).split('/', 1);
	if (!workspaceName.test(inPath)) return { code: 'invalid_workspace', param: 'path' };
	if (inHeader !== undefined && inHeader !== inPath) {
		return { code: 'workspace_conflict', inPath, inHeader };
	}
	const front = workspacePath + inPath;
	// Behind the front of an absolute address too, as proxies send it.
	const [before = '', ...behind] = request.url.split(front);
	const rest = behind.join(front);
	request.url = before + (rest.startsWith('/') ? rest : `/${rest}`);
	return inPath;
}
