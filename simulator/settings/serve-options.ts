/**
 * The options that `serve` and `createSandbox` share, and those of the command only: their schemas, and their texts in
 * help and reference.
 */
import { z } from 'zod';
import { clockTimeSchema, scaleRange } from '../contract/clock.ts';
import { durationSchema, toMs } from '../contract/duration.ts';
import { maxSeed } from '../contract/seed.ts';
import { anyObjectSchema } from '../contract/setting.ts';
import { logModes } from '../runtime/request-log.ts';
import type { OptionMeta } from './options.ts';
import { describeOption } from './options.ts';
import { profileNames } from './profiles.ts';
import { readStoreAddress, storeRule } from './store-address.ts';

const option = <S extends z.ZodType>(
	schema: S,
	placeholder: string,
	description: string,
	names: Partial<OptionMeta> = {},
) => describeOption(schema, { placeholder, description, ...names });

/** Paths are appended to these addresses, so they end before a query. */
const baseUrl = z
	.url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
	.regex(/^[^?#]*$/, 'must be an address without ? and #, because paths are appended to it')
	.regex(/^[^\s\p{Cc}]*$/u, 'must be an address without blanks')
	.refine(hasNoCredentials, 'must be an address without a user name and a password');
const hostRule = 'must be a host name without scheme and path';
const hostName = z.string(hostRule).regex(/^[\w.:-]+$/, hostRule);

/** Whether the scale of a text such as `scaled:60` can be used; true for a text without a scale. */
function isScaleInRange(clock: string): boolean {
	const scale = Number(clock.split(':')[1] ?? 1);
	return scale >= scaleRange.min && scale <= scaleRange.max;
}

/** A number as text, in a flag or a variable. */
const digits = z
	.string()
	.regex(/^\d{1,15}$/)
	.transform(Number);
const whole = (minimum: number, maximum: number) => {
	const rule = `must be a whole number from ${minimum} to ${maximum}`;
	return z
		.union([z.number(), digits], rule)
		.pipe(z.int(rule).min(minimum, rule).max(maximum, rule));
};
const durationRule = 'must be a whole number of milliseconds or a time such as 10s';
const duration = z.union([digits, durationSchema], durationRule);

/** The configuration file that `serve` reads from the current folder if `--config` is not given. */
export const defaultConfigFile = 'payin-sandbox.config.json';

const logDescription =
	'on standard error: off, console (refused calls, warnings, lost clients, faults), line or json (every call)';

const tokenRule = 'must be at least 8 characters of ASCII, without blanks';

export const serveOptionsSchema = z.object({
	port: option(whole(0, 65_535).default(8080), '<port>', 'port to listen on; 0 picks a free one'),
	host: option(
		hostName.default('127.0.0.1'),
		'<address>',
		'address to listen on; on other addresses than loopback the control API requires a token',
	),
	publicUrl: option(
		baseUrl.optional(),
		'<url>',
		'base address of the links, when it differs: behind Docker, a proxy or a tunnel',
	),
	cashierUrl: option(
		baseUrl.optional(),
		'<url>',
		'base address of the cashier links, when it is another one',
	),
	allowedHost: option(
		z.array(hostName, 'must be a list of host names').default([]),
		'<host>',
		'accept this Host header too, with any port if it names none; may be repeated',
	),
	profile: option(
		z.enum(profileNames).default('sandbox'),
		'<name>',
		`default latency and processing times: ${profileNames.join(', ')}`,
	),
	seed: option(whole(0, maxSeed).default(1), '<number>', 'the same seed gives the same fates'),
	clock: option(
		z
			.string('must be real, manual or scaled:60')
			.regex(/^(real|manual|scaled:\d+(\.\d+)?)$/, {
				error: 'must be real, manual or scaled:60',
				abort: true,
			})
			.refine(isScaleInRange, 'must be scaled by at least 0.000001 and at most 1000000')
			.default('real'),
		'<mode>',
		'business time: real, manual, or scaled:60 for sixty times the speed',
	),
	now: option(clockTimeSchema.optional(), '<time>', 'time at which the clock starts'),
	store: option(
		z
			.string(storeRule)
			.refine((text) => readStoreAddress(text) !== null, storeRule)
			.default('memory'),
		'<where>',
		'where payments are stored: memory, file:PATH to keep them, redis://HOST:PORT to share them',
	),
	storeTimeout: option(
		duration
			.refine(
				(given) => toMs(given) > 0 && toMs(given) <= toMs('60s'),
				'must be more than 0 and at most "60s"',
			)
			.default('5s'),
		'<time>',
		'how long a call waits for Redis before it returns 503',
	),
	controlToken: option(
		z
			.string(tokenRule)
			.regex(/^[!-~]{8,}$/, tokenRule)
			.optional(),
		'<token>',
		'bearer token of the control API; without it, serve generates and prints one off loopback',
	),
	log: option(z.enum(logModes).default('off'), '<mode>', logDescription),
	drain: option(
		duration.refine((given) => toMs(given) <= toMs('24h'), 'must be at most "24h"').default('10s'),
		'<time>',
		'how long a stop waits for calls in flight',
	),
});

/** The options of the command. A person watches it, so unlike the library it prints a guide and console lines. */
export const commandOptionsSchema = serveOptionsSchema.extend({
	log: option(z.enum(logModes).default('console'), '<mode>', logDescription),
	quiet: option(
		z.union([z.boolean(), z.stringbool()], 'must be true or false').default(false),
		'',
		'print the address only: no guide, no console lines',
	),
});

/** All options of the command: also configuration files, and settings by their paths. */
export const serveCommandSchema = commandOptionsSchema.extend({
	settings: option(
		anyObjectSchema('must be an object such as {"defaultOutcome": "HOLD"}').default({}),
		'<path=value>',
		'settings over those of the profile: session.ttl=10m as a flag, which may be repeated; otherwise a JSON object',
		{ flag: '--set', variable: 'PAYIN_SANDBOX_SET', isRepeatable: true },
	),
	config: option(
		z.string().optional(),
		'<file>',
		`JSON file with any of these keys; without it, ${defaultConfigFile} is read if it exists`,
		{ key: null },
	),
	noConfig: option(z.boolean().optional(), '', 'read no configuration file', {
		key: null,
		variable: null,
	}),
	printConfig: option(
		z.boolean().optional(),
		'',
		'print the effective configuration as such a file, and exit',
		{ key: null, variable: null },
	),
});

export type ServeOptions = z.infer<typeof serveOptionsSchema>;
export type CommandOptions = z.infer<typeof commandOptionsSchema>;
/** The options as a caller of the library gives them. */
export type ServeOptionsInput = z.input<typeof serveOptionsSchema>;

/** Whether an address is without `user:password@`: links with it would reach browsers and logs. */
function hasNoCredentials(address: string): boolean {
	const { username, password } = new URL(address);
	return username === '' && password === '';
}
