/**
 * Drift: makes responses of the three calls differ from the interface document, to test the tolerance of a client
 * (D-23, D-24, D-43).
 */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Call, Reply, ReplyStage } from '../wire/call.ts';

type Drift = Settings['drift'];
type Json = { [name: string]: unknown };

interface DriftDeps {
	/** Returns the current time on the clock of the call's workspace. */
	nowFor(call: Call): Promise<number>;
}

export function driftStage({ nowFor }: DriftDeps): ReplyStage {
	return function addDrift(call, reply) {
		const { drift } = call.settings;
		// Check the error code, not the status: settings can give errors the status 200.
		const isSuccess = reply.notes.problem === undefined;
		const shown = isSuccess ? withBody(reply, call.endpoint, drift) : reply;
		if (!drift.deprecationHeader) return shown;
		return nowFor(call).then((now) => withDeprecation(shown, now));
	};
}

function withBody(reply: Reply, endpoint: Endpoint, drift: Drift): Reply {
	const { additiveFields, keyOrder, envelopeOnOptions } = drift;
	const wraps = envelopeOnOptions && endpoint === 'paymentOptions';
	if (!wraps && !additiveFields && keyOrder === 'documented') return reply;
	const body: unknown = JSON.parse(reply.text);
	return { ...reply, text: JSON.stringify(drifted(wraps ? enveloped(body) : body, drift)) };
}

/** Wraps a result in the envelope that the other two calls have. Its values are clearly the sandbox's own. */
function enveloped(result: unknown): Json {
	return { statusCode: 'SIM', resultType: 'sim_payment_options', result };
}

/** Adds an undocumented field to every object, and reverses the order of its keys. */
function drifted(value: unknown, drift: Pick<Drift, 'additiveFields' | 'keyOrder'>): unknown {
	if (Array.isArray(value)) return value.map((item) => drifted(item, drift));
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, inner]) => [name, drifted(inner, drift)]);
	if (drift.additiveFields) fields.push(['sandboxDrift', 'a field that you do not know']);
	return Object.fromEntries(drift.keyOrder === 'reversed' ? fields.reverse() : fields);
}

const deprecationGap: GapId = 'D-24';

/**
 * Adds deprecation headers: deprecated since the first of this month (RFC 9745: seconds since the epoch), switched off
 * on the first of the month six months later (RFC 8594: an HTTP date). All calls of a month get the same dates.
 */
function withDeprecation(reply: Reply, now: number): Reply {
	const today = new Date(now);
	const firstOf = (months: number) =>
		Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1);
	const { assumptions } = reply.notes;
	return {
		...reply,
		headers: {
			...reply.headers,
			Deprecation: `@${firstOf(0) / 1000}`,
			Sunset: new Date(firstOf(6)).toUTCString(),
		},
		notes: {
			...reply.notes,
			assumptions: assumptions.includes(deprecationGap)
				? assumptions
				: [...assumptions, deprecationGap],
		},
	};
}
