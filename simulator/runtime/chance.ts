/**
 * Makes random ids and secrets from the system's random source, which no other module reads, and the keyed hashes
 * behind reproducible draws.
 */
import { createHash, createHmac, randomBytes, randomFillSync } from 'node:crypto';

/** Random bytes for 256 ids: one system call for each id would cost more than the id. */
const pool = new Int32Array(4 * 256);
let used = pool.length;

/** Returns a random UUID from the system's secure source. */
export function randomId(): string {
	if (used === pool.length) {
		randomFillSync(pool);
		used = 0;
	}
	const [a = 0, b = 0, c = 0, d = 0] = [pool[used], pool[used + 1], pool[used + 2], pool[used + 3]];
	// Clear the used bytes, so that no id can be read from the pool later.
	pool.fill(0, used, used + 4);
	used += 4;
	return uuidOf(a, b, c, d);
}

export function randomSecret(): string {
	return randomBytes(32).toString('base64url');
}

/**
 * Returns a number in [0, 1) that depends only on the name, not on earlier draws. It has 53 bits, from two 32-bit
 * hashes with different seeds.
 */
export function drawOf(name: string): number {
	const high = hash32(name, 0x9e3779b9) >>> 5;
	const low = hash32(name, 0x85ebca6b) >>> 6;
	return (high * 2 ** 26 + low) / 2 ** 53;
}

/** Computes MurmurHash3 over 16-bit units, with its finalizer. */
function hash32(text: string, seed: number): number {
	let hash = seed;
	for (let index = 0; index < text.length; index += 1) {
		let unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
		unit = rotate(unit, 15);
		hash = rotate(hash ^ Math.imul(unit, 0x1b873593), 13);
		hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
	}
	return finalize(hash ^ text.length);
}

/**
 * Returns the UUID of a name, in the form of version 4. Such ids need not be stored (D-28). The hash is not
 * cryptographic, because a response has up to forty of these ids, and a caller who knows the session may know its
 * option ids.
 */
export function derivedUuid(name: string): string {
	return derivedUuids('')(name);
}

/** Returns `derivedUuid` for names with this prefix, which is hashed only once. */
export function derivedUuids(prefix: string): (rest: string) => string {
	const start = absorb(beginning, prefix);
	return (rest) => {
		const end = absorb(start, rest);
		const a = finalize(end.a ^ (prefix.length + rest.length)) + end.d;
		const b = finalize(end.b ^ a);
		const c = finalize(end.c ^ b);
		const d = finalize(end.d ^ c);
		return uuidOf(finalize(a ^ d), b, c, d);
	};
}

interface Words {
	readonly a: number;
	readonly b: number;
	readonly c: number;
	readonly d: number;
}

const beginning: Words = { a: 0x2545f491, b: 0x6c62272e, c: 0x9e3779b9 | 0, d: 0x85ebca6b | 0 };

function absorb({ a, b, c, d }: Words, text: string): Words {
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		a = (rotate(Math.imul(a ^ unit, 0xcc9e2d51), 15) + b) | 0;
		b = (rotate(Math.imul(b ^ unit, 0x1b873593), 16) + c) | 0;
		c = (rotate(Math.imul(c ^ unit, 0x27d4eb2f), 17) + d) | 0;
		d = (rotate(Math.imul(d ^ unit, 0x165667b1), 18) + a) | 0;
	}
	return { a, b, c, d };
}

function rotate(word: number, bits: number): number {
	return (word << bits) | (word >>> (32 - bits));
}

/** Mixes the bits: every bit of the result depends on every bit of the word. */
function finalize(word: number): number {
	const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
	const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
	return twice ^ (twice >>> 16);
}

/** The two hexadecimal digits of each byte, as their ASCII codes. */
const hexDigits = Uint16Array.from({ length: 256 }, (_, byte) => {
	return Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE();
});
const letters = Buffer.alloc(36, '-');
const digits = new DataView(letters.buffer, letters.byteOffset, letters.length);

/**
 * Writes four 32-bit words as a UUID of version 4 (RFC 9562). It uses a buffer, because V8 stores a concatenated string
 * as a tree of its parts, which takes ten times the memory for the life of the payment.
 */
function uuidOf(a: number, b: number, c: number, d: number): string {
	writeHex(a >>> 16, 0);
	writeHex(a, 4);
	writeHex(b >>> 16, 9);
	writeHex((b & 0x0fff) | 0x4000, 14);
	writeHex(((c >>> 16) & 0x3fff) | 0x8000, 19);
	writeHex(c, 24);
	writeHex(d >>> 16, 28);
	writeHex(d, 32);
	return letters.toString('latin1');
}

/** Writes the lower sixteen bits of the word as four hexadecimal digits. */
function writeHex(word: number, at: number): void {
	digits.setUint16(at, hexDigits[(word >>> 8) & 255] as number);
	digits.setUint16(at + 2, hexDigits[word & 255] as number);
}

/** The SHA-256 of a text, to recognise the text without storing it. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}

/** Makes a token (HMAC) for a text such as a session id. Only a holder of the secret can make it. */
export function createHmacToken(secret: string, subject: string): string {
	return createHmac('sha256', secret).update(subject).digest('base64url');
}
