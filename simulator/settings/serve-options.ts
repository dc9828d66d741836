/** The one schema of `serve`: every flag, its environment variable and its key, with the words of the help. */
import { z } from 'zod';
import { logModes } from '../runtime/request-log.ts';
import { profileNames } from './profiles.ts';

/** `placeholder` stands for the value in the help; a flag that may be repeated gives a list. */
interface OptionMeta {
	description: string;
	placeholder: string;
}

const option = <S extends z.ZodType>(schema: S, placeholder: string, description: string) =>
	schema.meta({ placeholder, description } satisfies OptionMeta);

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const hostName = z.string().regex(/^[\w.:-]+$/, 'must be a host name without scheme and path');
const whole = (minimum: number, maximum: number) =>
	z.coerce
		.number(`must be a whole number from ${minimum} to ${maximum}`)
		.int(`must be a whole number from ${minimum} to ${maximum}`)
		.min(minimum, `must be a whole number from ${minimum} to ${maximum}`)
		.max(maximum, `must be a whole number from ${minimum} to ${maximum}`);

export const serveOptionsSchema = z.object({
	port: option(whole(0, 65_535).default(8080), '<port>', 'port to listen on; 0 picks a free one'),
	host: option(
		hostName.default('127.0.0.1'),
		'<address>',
		'address to listen on; off loopback the control API wants a token',
	),
	publicUrl: option(url.optional(), '<url>', 'address that links carry, behind Docker or a tunnel'),
	cashierUrl: option(url.optional(), '<url>', 'address of the cashier, when it is another one'),
	allowedHost: option(
		z.array(hostName).default([]),
		'<host>',
		'also answer for this Host header; may be repeated',
	),
	profile: option(
		z.enum(profileNames).default('sandbox'),
		'<name>',
		`how long things take before you say otherwise: ${profileNames.join(', ')}`,
	),
	seed: option(whole(0, 2 ** 32 - 1).default(1), '<number>', 'the same seed gives the same fates'),
	clock: option(
		z
			.string()
			.regex(/^(real|manual|scaled:\d{1,6}(\.\d+)?)$/, 'must be real, manual or scaled:60')
			.refine((text) => !/^scaled:0+(\.0+)?$/.test(text), 'must be scaled by more than 0')
			.default('real'),
		'<mode>',
		'business time: real, manual, or scaled:60 for sixty times as fast',
	),
	now: option(
		z.iso
			.datetime({ offset: true, error: 'must be a time such as 2027-01-01T00:00:00Z' })
			.optional(),
		'<time>',
		'where the clock starts',
	),
	controlToken: option(
		z.string().min(8, 'must be at least 8 characters').optional(),
		'<token>',
		'bearer token of the control API off loopback; made and printed when left out',
	),
	log: option(z.enum(logModes).default('off'), '<mode>', `request log: ${logModes.join(', ')}`),
});

export type ServeOptions = z.infer<typeof serveOptionsSchema>;
/** What a caller may leave out. */
export type ServeOptionsInput = z.input<typeof serveOptionsSchema>;
