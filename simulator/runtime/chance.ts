/** The only home of ambient chance, and the keyed chance that everything reproducible uses. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

export function randomId(): string {
	return randomUUID();
}

export function randomSecret(): string {
	return randomBytes(32).toString('base64url');
}

/**
 * A number in [0, 1) for a name: a counter-free hash, so that a draw depends on its name alone and never on
 * how many draws came before it. 53 bits of two 32-bit hashes with different seeds.
 */
export function drawOf(name: string): number {
	const high = hash32(name, 0x9e3779b9) >>> 5;
	const low = hash32(name, 0x85ebca6b) >>> 6;
	return (high * 2 ** 26 + low) / 2 ** 53;
}

/** Murmur3's mixing of one 16-bit unit at a time, with its finalizer. */
function hash32(text: string, seed: number): number {
	let hash = seed;
	for (let index = 0; index < text.length; index += 1) {
		let unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
		unit = (unit << 15) | (unit >>> 17);
		hash ^= Math.imul(unit, 0x1b873593);
		hash = (hash << 13) | (hash >>> 19);
		hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
	}
	hash ^= text.length;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

/** The same UUID for the same name, in version-4 form: ids that need not be stored (D-28). */
export function derivedUuid(name: string): string {
	const hex = createHash('sha1').update(name).digest('hex');
	const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** SHA-256 of a text: enough to know it again, and nothing of it can be read. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}

/** A token only the holder of the secret can make for this subject. */
export function sign(secret: string, subject: string): string {
	return createHmac('sha256', secret).update(subject).digest('base64url');
}
