/** Where load may go: to this machine, or to a host that somebody has answered for by name. */
import type { Problem } from './problem.ts';

export interface Permission {
	permission: boolean;
	allowHosts: readonly string[];
}

export type TargetCheck = { target: string; loopback: boolean } | { problems: Problem[] };

const example = 'Give an address such as http://127.0.0.1:8080.';

export function checkTarget(text: string, permission: Permission): TargetCheck {
	const field = '--target';
	if (!URL.canParse(text)) {
		return { problems: [{ field, rule: `"${text}" is no URL.`, fix: example }] };
	}
	const url = new URL(text);
	const rules: Problem[] = [];
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		rules.push({ field, rule: `"${text}" is neither http nor https.`, fix: example });
	}
	if (url.username || url.password) {
		const fix = 'Leave user and password out.';
		rules.push({ field, rule: 'carries credentials, which would end up in reports.', fix });
	}
	if (url.search || url.hash) {
		const rule = 'must end with the path of the service.';
		rules.push({ field, rule, fix: 'Leave out everything from "?" or "#" on.' });
	}
	const loopback = isLoopback(url.hostname);
	if (!loopback) rules.push(...permissionProblems(url, permission));
	if (rules.length > 0) return { problems: rules };
	return { target: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, loopback };
}

/** The URL parser has already turned every way of writing an IPv4 address into the plain one. */
function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Both are needed: the permission says that the owner agrees, the list says to which host. */
function permissionProblems(url: URL, { permission, allowHosts }: Permission): Problem[] {
	const field = '--target';
	const problems: Problem[] = [];
	if (!permission) {
		const rule = `${url.host} is not this machine: load goes there only with its owner's permission.`;
		problems.push({ field, rule, fix: 'If you have it, add --i-have-permission.' });
	}
	const listed = allowHosts.map((host) => host.trim().toLowerCase());
	if (!listed.includes(url.hostname) && !listed.includes(url.host)) {
		const rule = `${url.host} is not among the allowed hosts.`;
		problems.push({
			field,
			rule,
			fix: `Add --allow-host ${url.hostname} if that is the host you mean.`,
		});
	}
	return problems;
}
