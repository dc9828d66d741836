/** Authenticates the three calls if `auth.mode` requires it (D-13). Keys are never logged or repeated. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../contract/settings.ts';
import type { ApiError } from '../errors/api-error.ts';
import { bearerTokenIn, headerBytesOf } from './request-headers.ts';

type Auth = Settings['auth'];

interface Mode {
	/** The default header. The setting `auth.header` can name another one. */
	header: string;
	/** How the header must look, for the error message. */
	form: string;
	/** The value of `WWW-Authenticate`; null for modes without a registered HTTP authentication scheme (apiKey, hmac). */
	challenge: string | null;
	/** Returns the key or signature in the header; null if the header does not have the right form. */
	proofIn(value: string): Buffer | null;
	/** Whether the header is a signature of the body, which is checked after the body is read. */
	signs: boolean;
}

const realm = 'realm="payin-sandbox"';

const modes: Record<Exclude<Auth['mode'], 'none'>, Mode> = {
	bearer: {
		header: 'Authorization',
		form: 'Bearer <key>',
		challenge: `Bearer ${realm}`,
		proofIn: bearerTokenIn,
		signs: false,
	},
	basic: {
		header: 'Authorization',
		form: 'Basic <base64 of user:password>',
		challenge: `Basic ${realm}, charset="UTF-8"`,
		proofIn(value) {
			const encoded = /^Basic +([\w+/=-]+)$/i.exec(value)?.[1];
			return encoded === undefined ? null : Buffer.from(encoded, 'base64');
		},
		signs: false,
	},
	apiKey: {
		header: 'X-Api-Key',
		form: '<key>',
		challenge: null,
		// A header value has one character for each byte.
		proofIn: (value) => (value === '' ? null : Buffer.from(value, 'latin1')),
		signs: false,
	},
	hmac: {
		header: 'X-Signature',
		form: '<HMAC-SHA256 of the bytes of the body, in hexadecimal>',
		challenge: null,
		proofIn: (value) => (/^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : null),
		signs: true,
	},
};

/** The name of the header with the credentials. Without a mode, that is the header of most services. */
export function credentialHeaderOf({ header, mode }: Pick<Auth, 'header' | 'mode'>): string {
	return header ?? modes[mode === 'none' ? 'bearer' : mode].header;
}

/** The headers that the settings name for a credential or a key, in lower case. The journal does not show their values. */
export function secretHeaderNamesOf({
	auth,
	idempotency,
}: Pick<Settings, 'auth' | 'idempotency'>): readonly string[] {
	const names = [credentialHeaderOf(auth), idempotency.header ?? []].flat();
	return names.map((name) => name.toLowerCase());
}

/** The checks that the `auth` settings require. */
export interface Credentials {
	refuseHeaders(headers: IncomingHttpHeaders): ApiError | null;
	refuseBody(headers: IncomingHttpHeaders, body: Buffer): ApiError | null;
}

/** Returns the checks. `mode` is the setting `auth.mode`, which is not `none` here. */
export function credentialsOf(auth: Auth, mode: keyof typeof modes): Credentials {
	const { keys, failure: status } = auth;
	const { form, challenge, proofIn, signs } = modes[mode];
	const header = credentialHeaderOf(auth);
	const refusal = (reason: string): ApiError => {
		return { code: 'not_authenticated', status, header, form, challenge, reason };
	};
	const proofOf = (headers: IncomingHttpHeaders) => proofIn(headerBytesOf(headers, header) ?? '');
	const digests = keys.map((key) => digestOf(Buffer.from(key)));
	return {
		refuseHeaders(headers) {
			if (!headerBytesOf(headers, header)) return refusal(`there is no ${header}`);
			const proof = proofOf(headers);
			if (!proof) return refusal(`${header} has another form`);
			return signs || isAmong(digests, digestOf(proof)) ? null : refusal('no such key is known');
		},
		refuseBody(headers, body) {
			const proof = signs ? proofOf(headers) : null;
			if (!proof) return null;
			const signatures = keys.map((key) => createHmac('sha256', key).update(body).digest());
			return isAmong(signatures, proof) ? null : refusal('no known key signs this body so');
		},
	};
}

function digestOf(bytes: Buffer): Buffer {
	return createHash('sha256').update(bytes).digest();
}

/**
 * Whether a key is among the known ones. It compares all of them, so that the time does not depend on a match. All have
 * the length of a SHA-256.
 */
function isAmong(known: readonly Buffer[], received: Buffer): boolean {
	return known.map((one) => timingSafeEqual(one, received)).includes(true);
}
