/**
 * Writes a recording as a story. A value of a later call comes from the response field that the contract defines for
 * it, never from two equal texts.
 */

import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject } from '../../simulator/contract/json.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { RecordedAct, RecordedCall, RecordedEvent, Recording } from './recording.ts';
import { RecordingError, unrepeatedFields } from './recording.ts';
import { mergeRepeats } from './repeats.ts';

/** The module from which a story imports the story API. */
export const storyApiModule = 'payin-sandbox/scenarios';

export interface WrittenStory {
	/** The source of the story: TypeScript without types, so that every Node version runs it as JavaScript. */
	text: string;
	unexplained: readonly string[];
}

interface Bank {
	list: string;
	names: ReadonlyMap<unknown, string>;
	/** With `ids.acceptUuidAsOptionId`, the uuid of a bank also chooses it (D-29). */
	namesByUuid: ReadonlyMap<unknown, string>;
}

/** The variable names for the values of a session in the story. */
interface SessionNames {
	variable: string;
	optionNames: ReadonlyMap<unknown, string>;
	/** The variable names of options, by paymentOptionId. */
	options: Map<string, string>;
	/** The variable names of bank lists, by paymentOptionId. */
	banks: Map<string, Bank>;
}

export function writeStory(
	{ events: recorded, knownNames, unexplained }: Recording,
	name: string,
): WrittenStory {
	const { events, notes: repeats } = mergeRepeats(recorded);
	const notes = new Set([...unexplained, ...repeats]);
	const sessions = new Map<string, SessionNames>();
	const imports = new Set(['story']);
	const used = new Set<'shopper' | 'control' | 'expect'>();
	const counts = new Map<string, number>();
	const variable = (base: string) => {
		const count = (counts.get(base) ?? 0) + 1;
		counts.set(base, count);
		return count === 1 ? base : `${base}${count}`;
	};

	function sessionAt(path: string, id: unknown): SessionNames {
		const session = sessions.get(textOf(id, path));
		if (session) return session;
		throw new RecordingError(`${path} comes from no payment-options response of the recording.`);
	}

	/** Returns the variable of an option, and the lines that find the option in the response of payment-options. */
	function optionOf(call: string, session: SessionNames, id: unknown): [string, string[]] {
		const path = `${call}.paymentOptionId`;
		const known = session.options.get(textOf(id, path));
		if (known) return [known, []];
		const found = session.optionNames.get(id) ?? knownNames.options.get(String(id));
		if (found === undefined) {
			throw new RecordingError(`${path} comes from no payment-options response of the recording.`);
		}
		const option = variable('option');
		session.options.set(String(id), option);
		imports.add('findByName');
		return [
			option,
			[`const ${option} = findByName(${session.variable}.paymentOptions, ${quoted(found)});`],
		];
	}

	function paymentOptionsLines({ request, response, outcome }: RecordedCall): string[] {
		const session = variable('session');
		const { sessionId, paymentOptions } = response ?? {};
		sessions.set(textOf(sessionId, 'The sessionId of a payment-options response'), {
			variable: session,
			optionNames: namesBy('paymentOptionId', paymentOptions),
			options: new Map(),
			banks: new Map(),
		});
		const market = marketOf(request);
		const { amount } = request;
		if (typeof amount !== 'number') {
			throw new RecordingError('payment-options.amount is not a number.');
		}
		const fields = [
			`market: ${quoted(market)}`,
			...(amount === marketSamples[market].amount ? [] : [`amount: ${amount}`]),
			...(outcome ? [`outcome: ${quoted(outcome.join(','))}`] : []),
		];
		return [`const ${session} = await payin.paymentOptions({ ${fields.join(', ')} });`];
	}

	function listLines(session: SessionNames, call: string, id: unknown, options: unknown): string[] {
		const [option, lines] = optionOf(call, session, id);
		const list = variable('banks');
		const names = namesBy('id', options);
		session.banks.set(String(id), { list, names, namesByUuid: namesBy('uuid', options) });
		const listed = `const ${list} = await payin.paymentSuboptions(${session.variable}, ${option});`;
		return [...lines, listed];
	}

	function hybridPaymentLines(session: SessionNames, { request }: RecordedCall): string[] {
		const { paymentOptionId, optionId } = request;
		const [option, lines] = optionOf('hybrid-payment', session, paymentOptionId);
		const pay = (...more: string[]) =>
			`await payin.hybridPayment(${[session.variable, option, ...more].join(', ')});`;
		if (optionId === undefined || optionId === null) return [...lines, pay()];
		const bank = session.banks.get(String(paymentOptionId));
		const optionText = textOf(optionId, 'hybrid-payment.optionId');
		const nameByUuid = bank?.namesByUuid.get(optionId);
		const name = bank?.names.get(optionId) ?? nameByUuid ?? knownNames.banks.get(optionText);
		if (name === undefined) {
			throw new RecordingError(
				'hybrid-payment.optionId comes from no payment-suboptions response of the recording.',
			);
		}
		if (nameByUuid !== undefined) {
			notes.add('hybrid-payment: optionId is the uuid of a bank; the story sends its id.');
		} else if (!bank?.names.has(optionId)) {
			notes.add(
				'hybrid-payment: optionId comes from no payment-suboptions response of the recording; the story asks for the list first.',
			);
			lines.push(...(bank ? [] : listLines(session, 'hybrid-payment', paymentOptionId, [])));
		}
		imports.add('findByName');
		const { list } = session.banks.get(String(paymentOptionId)) as Bank;
		return [...lines, pay(`findByName(${list}, ${quoted(name)})`)];
	}

	function callLines(event: RecordedCall): string[] {
		for (const note of unrepeatedFields(event)) notes.add(note);
		if (event.call === 'paymentOptions') return paymentOptionsLines(event);
		const name = event.call === 'hybridPayment' ? 'hybrid-payment' : 'payment-suboptions';
		const session = sessionAt(`${name}.sessionId`, event.request.sessionId);
		if (event.call === 'hybridPayment') return hybridPaymentLines(session, event);
		return listLines(session, name, event.request.paymentOptionId, event.response?.options);
	}

	function actLine(act: RecordedAct): string {
		const { variable: session } = sessionAt('The shopper', act.sessionId);
		const expectState = (what: string, call: string) => {
			if (act.state === null) return `await ${call};`;
			used.add('expect');
			return callText('expect.equal', [quoted(what), `await ${call}`, quoted(act.state)]);
		};
		if (act.act === 'confirm' || act.act === 'decline' || act.act === 'expire') {
			used.add('control');
			return expectState(`state after ${act.act}`, `control.${act.act}(${session})`);
		}
		used.add('shopper');
		switch (act.act) {
			case 'open':
				return `await shopper.open(${session});`;
			case 'submit': {
				if (act.card) imports.add('cards');
				const details = act.card ? `, { card: cards.${act.card} }` : '';
				return expectState('state after the submit', `shopper.pay(${session}${details})`);
			}
			case 'otp': {
				if (act.code !== 'wrong') imports.add('challengeCodes');
				const code = act.code === 'wrong' ? quoted('9999') : `challengeCodes.${act.code}`;
				return expectState('state after the code', `shopper.enterCode(${session}, ${code})`);
			}
			case 'cancel':
				return expectState('state after the cancel', `shopper.cancel(${session})`);
			case 'return': {
				used.add('expect');
				const returned = `await shopper.returnToAccount(${session})`;
				return callText('expect.equal', [
					quoted('return address'),
					returned,
					`${session}.redirectUrl`,
				]);
			}
		}
	}

	function linesOf(event: RecordedEvent): string[] {
		switch (event.type) {
			case 'call':
				return callLines(event);
			case 'act':
				return [actLine(event)];
			case 'pause':
				used.add('control');
				return [`await control.advance(${quoted(durationOf(event.ms))});`];
			case 'wait': {
				used.add('shopper');
				const { variable: session } = sessionAt('The shopper', event.sessionId);
				const limit = limitOf(event.afterMs);
				return [`await shopper.waitFor(${[session, quoted(event.state), ...limit].join(', ')});`];
			}
		}
	}

	const lines = events.flatMap(linesOf);
	const needs = used.has('control') ? 'control' : used.has('shopper') ? 'shopper' : 'calls';
	const context = [
		'payin',
		...['shopper', 'control', 'expect'].filter((part) => used.has(part as never)),
	];
	const text = `/** Recorded by payin-sandbox. Ids come from the responses, and the customer is generated. */
import { ${[...imports].sort().join(', ')} } from ${quoted(storyApiModule)};

export const recorded = story({
	name: ${literal(name)},
	title: ${quoted(`Recorded: ${titleOf(events)}`)},
	tags: ['recorded'],
	needs: '${needs}',
	async run({ ${context.join(', ')} }) {
${lines.map((line) => `\t\t${line.replaceAll('\n', '\n\t\t')}\n`).join('')}	},
});
`;
	return { text, unexplained: [...notes] };
}

function marketOf({ country, currency }: JsonObject): Market {
	// With `validation.case: fold`, codes are accepted in lower case and between blanks (D-25).
	const isCode = (code: string, sent: unknown) =>
		typeof sent === 'string' && sent.trim().toUpperCase() === code;
	const market = (Object.keys(marketSamples) as Market[]).find(
		(key) =>
			isCode(marketSamples[key].country, country) && isCode(marketSamples[key].currency, currency),
	);
	if (market) return market;
	const sent = `${JSON.stringify(country)} and currency ${JSON.stringify(currency)}`;
	throw new RecordingError(`No market of the story API has country ${sent}.`);
}

function namesBy(key: 'id' | 'uuid' | 'paymentOptionId', list: unknown): Map<unknown, string> {
	const items = Array.isArray(list) ? list.filter(isObject) : [];
	return new Map(items.map((item) => [item[key], textOf(item.name, `The name beside a ${key}`)]));
}

/** The text of a value. An object would run its own `toString`, which the recording controls. */
function textOf(value: unknown, path: string): string {
	if (typeof value !== 'object' || value === null) return String(value);
	throw new RecordingError(`${path} is ${JSON.stringify(value).slice(0, 60)}, which is no text.`);
}

/** The title of a story, such as `a card payment in CO, declined, confirmed`. */
function titleOf(events: readonly RecordedEvent[]): string {
	const places = events.flatMap((event) =>
		event.type === 'call' && event.call === 'paymentOptions' ? [marketOf(event.request)] : [],
	);
	const states = events.flatMap((event) => (event.type === 'wait' ? [event.state] : []));
	const what = places.length === 1 ? 'a payment' : `${places.length} payments`;
	return [`${what} in ${[...new Set(places)].join(' and ')}`, ...states].join(', ');
}

/** Writes a recorded text as a JavaScript string, in single quotes if it needs no escape. */
function quoted(text: string): string {
	if (/\d(?:[ -]?\d){12}/.test(text)) {
		throw new RecordingError('A name in the recording could hold a card number.');
	}
	return literal(text);
}

function literal(text: string): string {
	return /^[^'\\\p{Cc}\p{Cs}\u2028\u2029]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

const longestLine = 96;

function callText(name: string, parts: readonly string[]): string {
	const line = `${name}(${parts.join(', ')});`;
	if (line.length <= longestLine) return line;
	return `${name}(\n${parts.map((part) => `\t${part},\n`).join('')});`;
}

const minuteMs = 60_000;

/** The time limit of a wait: longer than the recorded time, or nothing if the default is long enough. */
function limitOf(afterMs: number): string[] {
	const minutes = Math.ceil(afterMs / minuteMs);
	return minutes <= 0 || afterMs < minuteMs / 2 ? [] : [`${minutes + 1} * 60_000`];
}

function durationOf(ms: number): string {
	const minutes = ms / minuteMs;
	if (Number.isInteger(minutes / 60)) return `${minutes / 60}h`;
	return Number.isInteger(minutes) ? `${minutes}m` : `${ms / 1_000}s`;
}
