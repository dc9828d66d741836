/** Addresses as they stand in a URL, and whether one leaves the machine. */
import { isIPv6 } from 'node:net';

export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Where a listener on this address is reached from this machine: a wildcard is every address, loopback among them. */
export function urlOf(host: string, port: number): string {
	const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
	return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
