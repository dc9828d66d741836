/**
 * The schema of the merchant file for `scenarios --merchant` and `load --merchant`: how to start a shop, check out, and
 * read an order.
 */
import { z } from 'zod';
import { durationUpTo } from './duration.ts';
import type { JsonObject } from './json.ts';
import { isObject } from './json.ts';
import type { Market } from './market-samples.ts';
import { marketSamples } from './market-samples.ts';
import { repeatedHeaderNames } from './merge-headers.ts';
import { didYouMean } from './nearest.ts';
import { placeholdersIn } from './placeholders.ts';

/** The placeholders whose values are known before an order exists. */
const processPlaceholders = ['sandbox', 'port'] as const;

const orderPlaceholders = [
	...['reference', 'amount', 'amountMinor', 'currency', 'country', 'market', 'flow'],
	...['option', 'bank', 'name', 'email'],
] as const;

const settlePlaceholders = ['transactionId', 'state'] as const;

const text = z.string().min(1, 'must not be empty');
const texts = z.array(text).min(1, 'must have at least one entry');
const url = z
	.string()
	.regex(
		/^(https?:\/\/|\{sandbox\})/,
		'must be an address such as "http://127.0.0.1:{port}/orders/{reference}"',
	)
	.regex(
		/^(?!(\w+:\/\/|\{sandbox\})[^/?#\\]*@)/,
		'must not have a user or password, which would end up in reports: send the header Authorization',
	)
	.meta({ description: 'Placeholders are percent-encoded.' });
const pointer = z
	.string()
	.regex(/^(\/([^~]|~[01])*)?$/, 'must be a JSON pointer (RFC 6901) such as "/status"');
const headers = z.record(z.string(), z.string());

const request = {
	url,
	headers: headers.optional(),
	json: z.unknown().meta({ description: 'the body, as JSON' }).optional(),
	form: z
		.record(z.string(), z.string())
		.optional()
		.meta({ description: 'the body, as an HTML form sends it' }),
};
const changingRequest = {
	method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']).default('POST'),
	...request,
};

/** The shop's own names for the states `open`, `paid` and others, as the pointer `state` finds them. */
const orderStates = {
	paid: texts,
	failed: z.array(text),
	open: texts,
	flagged: texts.optional().meta({
		description: 'states of an order that was paid twice, and waits for a refund',
	}),
};

export const orderStateNames = Object.keys(orderStates) as (keyof typeof orderStates)[];
export type OrderStateName = (typeof orderStateNames)[number];

const sandboxSettings = z.record(z.string(), z.unknown()).default({});

const loadShape = z.strictObject({
	timed: z.literal('checkout', 'must be "checkout"').default('checkout').meta({
		description: 'the step that the limits are about, with the redirects up to the cashier',
	}),
	untimed: z
		.array(z.enum(['prepare']))
		.default(['prepare'])
		.meta({
			description:
				'requests before it that do not count; [] adds their time to the step and the flow',
		}),
	verify: z
		.strictObject({
			share: z.number().min(0).max(1).default(1),
			within: durationUpTo(600_000, '10m').default('30s'),
		})
		.prefault({})
		.meta({
			description:
				'the share of the orders that are read after the load, and how long one may take',
		}),
	sandbox: sandboxSettings.meta({
		description: 'settings of the sandbox during the load, which override those of `sandbox`',
	}),
});

const shape = {
	$schema: z.string().optional(),
	command: texts.optional().meta({
		description: 'starts the shop in the folder of this file; without it, it runs already',
	}),
	env: z.record(z.string(), z.string()).optional(),
	ready: url
		.optional()
		.meta({ description: 'the shop is ready when this address answers with a status below 500' }),
	markets: z
		.array(z.enum(Object.keys(marketSamples) as [Market, ...Market[]]))
		.min(1, 'must name at least one market')
		.default(['CO']),
	flows: z
		.array(z.enum(['card', 'bank']))
		.min(1, 'must name card, bank or both')
		.default(['card', 'bank'])
		.meta({
			description:
				'the kinds of payment that the shop sells: by an option without a list of banks (card), or with one (bank)',
		}),
	prepare: z
		.array(z.strictObject(changingRequest))
		.default([])
		.meta({ description: 'creates the order' }),
	checkout: z.strictObject({
		...changingRequest,
		redirect: z
			.union(
				[z.strictObject({ header: text }), z.strictObject({ json: pointer })],
				'must be {"header": "Location"} or {"json": "/location"}',
			)
			.meta({ description: 'where the answer has the address that the shopper is sent to' }),
		errorText: text.optional().meta({
			description:
				'a text of the error page, for a shop that answers a failed checkout with 200; the return page of a payment that is processing or confirmed must not have it',
		}),
	}),
	order: z.strictObject({
		method: z.enum(['GET', 'POST']).default('GET'),
		...request,
		state: pointer,
		within: durationUpTo(60_000, '1m').default('5s').meta({
			description: 'how long an order may take to change: a shop may process updates in a queue',
		}),
		...orderStates,
	}),
	settle: z
		.strictObject(changingRequest)
		.optional()
		.meta({ description: 'how the shop learns a final state of a payment' }),
	sandbox: sandboxSettings.meta({
		description:
			'settings of the sandbox that the shop needs, as PUT /_sandbox/settings takes them; for stories and load runs',
	}),
	load: loadShape.prefault({}).meta({ description: 'how payin-sandbox load uses the shop' }),
};

export const merchantFileSchema = z
	.strictObject(shape)
	.check(({ value, issues }) => {
		for (const { path, message } of relatedFieldProblems(value)) {
			issues.push({ code: 'custom', path, message, input: value });
		}
	})
	.meta({ title: 'payin-sandbox merchant file' });

export interface RelatedFieldProblem {
	path: PropertyKey[];
	message: string;
}

/**
 * Checks rules that connect two fields. It accepts a file with wrong fields, so that all problems are reported at once.
 */
export function relatedFieldProblems(file: unknown): RelatedFieldProblem[] {
	if (!isObject(file)) return [];
	const problems: RelatedFieldProblem[] = [];
	const report = (path: PropertyKey[], message: string) => problems.push({ path, message });
	const { command, ready, env, order } = file;
	for (const [field, inner] of Object.entries(file)) {
		// Skip these fields: settings of the sandbox may contain braces.
		if (field === 'load' || field === 'sandbox') continue;
		const names = placeholdersOf(field);
		for (const [path, name] of unknownPlaceholders(inner, names)) {
			const hint = didYouMean(name, names) || `: known here are ${names.join(', ')}`;
			report([field, ...path], `must not have the unknown placeholder {${name}}${hint}`);
		}
		if (!command && field !== 'env' && uses(inner, 'port')) {
			report([field], 'must not use {port}: only a shop started by "command" has one');
		}
	}
	if (command && !ready) report(['ready'], 'must be there with "command"');
	const isPortPassed = uses(command, 'port') || uses(env, 'port');
	if (command && uses(ready, 'port') && !isPortPassed) {
		report(['ready'], 'must not use {port} unless "command" or "env" passes it to the shop');
	}
	if (env && !command) report(['env'], 'must go with "command", which starts the shop');
	const seen = new Map<unknown, string>();
	for (const name of orderStateNames) {
		const states = isObject(order) ? order[name] : [];
		for (const state of Array.isArray(states) ? states : []) {
			const other = seen.get(state);
			if (other) report(['order', name], `must not repeat "${state}" of order.${other}`);
			seen.set(state, name);
		}
	}
	for (const [path, request] of requestsOf(file)) {
		if (!isObject(request)) continue;
		const { method = path[0] === 'order' ? 'GET' : 'POST', form, json, headers } = request;
		for (const name of repeatedHeaderNames(Object.keys(isObject(headers) ? headers : {}))) {
			const message = 'must not repeat a header; upper and lower case of its name are the same';
			report([...path, 'headers', name], message);
		}
		if (form !== undefined && json !== undefined) {
			report(path, 'must not have both "json" and "form": a request has one body');
		}
		if (method === 'GET' && (form !== undefined || json !== undefined)) {
			report(path, 'must not have "json" or "form" with GET, which has no body');
		}
	}
	return problems;
}

function requestsOf({ checkout, order, settle, prepare }: JsonObject): [PropertyKey[], unknown][] {
	const prepared = Array.isArray(prepare) ? prepare : [];
	return [
		[['checkout'], checkout],
		[['order'], order],
		[['settle'], settle],
		...prepared.map((one, index): [PropertyKey[], unknown] => [['prepare', index], one]),
	];
}

function placeholdersOf(field: string): readonly string[] {
	if (field === 'command' || field === 'env' || field === 'ready') return processPlaceholders;
	const known = [...processPlaceholders, ...orderPlaceholders];
	return field === 'settle' ? [...known, ...settlePlaceholders] : known;
}

type Found = [path: PropertyKey[], name: string];

function unknownPlaceholders(value: unknown, known: readonly string[]): Found[] {
	if (typeof value === 'string') {
		const names = placeholdersIn(value).filter((name) => !known.includes(name));
		return names.map((name) => [[], name]);
	}
	if (!isObject(value) && !Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		unknownPlaceholders(inner, known).map(([path, name]): Found => [[key, ...path], name]),
	);
}

const uses = (value: unknown, name: string) => JSON.stringify(value ?? '').includes(`{${name}}`);

/** Whether the shop gets a value of the order, such as its `amount`. Otherwise it has its own. */
export const sendsPlaceholder = (
	{ prepare, checkout }: Pick<MerchantFile, 'prepare' | 'checkout'>,
	name: (typeof orderPlaceholders)[number],
): boolean => uses([prepare, checkout], name);

/** Whether the shop gets the amounts of the orders. Otherwise it has prices of its own. */
export const sendsAmount = (file: Pick<MerchantFile, 'prepare' | 'checkout'>): boolean =>
	sendsPlaceholder(file, 'amount') || sendsPlaceholder(file, 'amountMinor');

/** Whether the shop gets anything of the payment method. Otherwise it chooses the method itself. */
export const sendsMethod = (file: Pick<MerchantFile, 'prepare' | 'checkout'>): boolean =>
	(['option', 'bank', 'flow'] as const).some((name) => sendsPlaceholder(file, name));

/** Whether each checkout sends the payment method. Otherwise the method is fixed when the order is created. */
export const sendsMethodAtCheckout = ({
	prepare,
	checkout,
}: Pick<MerchantFile, 'prepare' | 'checkout'>): boolean =>
	(uses(checkout, 'option') || uses(checkout, 'flow')) &&
	(uses(checkout, 'bank') || !uses(prepare, 'bank'));

export type MerchantFile = z.output<typeof merchantFileSchema>;
export type ShopRequest = Pick<MerchantFile['checkout'], 'method' | 'url'> &
	Partial<Pick<MerchantFile['checkout'], 'headers' | 'json' | 'form'>>;

/** The JSON Schema of the file, for editors. The build writes it into the package. */
export function merchantFileJsonSchema(): object {
	return z.toJSONSchema(merchantFileSchema, { io: 'input' });
}
