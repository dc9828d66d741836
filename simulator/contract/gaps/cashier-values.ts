/** What the settings of the cashier's gaps may be. */
import { z } from 'zod';
import { refusedSchemes } from '../return-address.ts';

export const label = z
	.string()
	.max(60, 'must be at most 60 characters')
	.regex(/\S/, 'must not be empty');
export const language = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a language code of two upper-case letters');
export const scheme = z
	.string()
	.regex(/^[a-z][a-z0-9+.-]{0,60}$/, 'must be a scheme in lower case, such as "myapp"')
	.refine(
		(name) => !refusedSchemes.includes(name),
		'must not be a scheme that runs or reads anything in a browser',
	);

/** One host: a star or a comma would stand for more of them in the header it goes into. */
const plainOrigin = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/;

/** As a browser writes it: in lower case, without a path, and without the port that goes without saying. */
export const webOrigin = z
	.string()
	.max(260, 'must be at most 260 characters')
	.refine(
		(text) => plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text,
		'must be an origin such as "https://shop.example", in lower case and without a path',
	);

export const webHost = z
	.string()
	.max(260, 'must be at most 260 characters')
	.regex(
		/^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i,
		'must be a host name such as "shop.example", with a port if you like',
	);

/** The documented address of the form, what stands beside it, and what begins other addresses of the sandbox. */
export const takenPath = /^\/(pay|pay\/assets\/.*|v\d.*|w|w\/.*|metrics)$/;

export const hourMs = 3_600_000;
