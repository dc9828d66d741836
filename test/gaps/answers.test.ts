/** What the interface document does not state about the responses of the three calls: each setting both ways. */
import type { responseGaps } from '../../simulator/contract/gaps/calls.ts';
import type { Changes } from '../support/ask.ts';
import { ask, cardFields, namesOf, threeCalls } from '../support/ask.ts';
import type { Toggle, Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

/** The names of the offered options, or the code of the error. */
const offered =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { status, body, headers } = await ask(sandbox, changes);
		return { seen: status === 200 ? namesOf(body.paymentOptions) : body.code, headers };
	};

const eachField = (value: unknown) => ({
	cardnum: value,
	cardholder: value,
	expiryyear: value,
	expirymonth: value,
	cardcvv: value,
});
const unknownCountry = { country: 'AQ', currency: 'USD' };
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const years = Array.from({ length: 10 }, (_, index) => String(2027 + index));
const colombia = ['PSE', 'Card', 'Nequi', 'Efecty'];

const toggles: Toggles<typeof responseGaps> = {
	'D-04': {
		'catalog.extraData.types': {
			value: 'mixed',
			probe: (sandbox) => cardFields(sandbox, 'type'),
			assumed: eachField('string'),
			configured: {
				cardnum: 'number',
				cardholder: 'string',
				expiryyear: 'date',
				expirymonth: 'select',
				cardcvv: 'number',
			},
		},
	},
	'D-05': {
		'catalog.extraData.valuesShape': {
			value: 'strings',
			probe: (sandbox) => cardFields(sandbox, 'values'),
			assumed: eachField([]),
			configured: { ...eachField([]), expiryyear: years, expirymonth: months },
		},
	},
	'D-06': {
		'catalog.formInputs': {
			value: 'likeExtraData',
			async probe(sandbox) {
				const { suboptions } = await threeCalls(sandbox);
				const { options } = suboptions.body.result;
				const shapes = options.map(({ formInputs }: { formInputs: unknown[] }) => formInputs);
				const seen = [...new Set(shapes.map((inputs: unknown) => JSON.stringify(inputs)))];
				return { seen: seen.map((text) => JSON.parse(String(text))), headers: suboptions.headers };
			},
			assumed: [[]],
			configured: [
				[
					{
						label: 'Account Holder',
						name: 'accountholder',
						type: 'string',
						values: [],
						required: true,
					},
				],
			],
		},
	},
	'D-23': {
		'drift.additiveFields': {
			value: true,
			async probe(sandbox) {
				const { hybrid } = await threeCalls(sandbox);
				return { seen: Object.keys(hybrid.body.result), headers: hybrid.headers };
			},
			assumed: ['redirectUrl', 'transactionId'],
			configured: ['redirectUrl', 'transactionId', 'sandboxDrift'],
		},
		'drift.keyOrder': {
			value: 'reversed',
			async probe(sandbox) {
				const { suboptions } = await threeCalls(sandbox);
				const { body, headers } = suboptions;
				return { seen: [Object.keys(body), Object.keys(body.result.options[0])], headers };
			},
			assumed: [
				['statusCode', 'resultType', 'result'],
				['id', 'name', 'logo', 'uuid', 'formInputs'],
			],
			configured: [
				['result', 'resultType', 'statusCode'],
				['formInputs', 'uuid', 'logo', 'name', 'id'],
			],
		},
		'drift.extraOptions': {
			value: 2,
			probe: offered({}),
			assumed: colombia,
			configured: [...colombia, 'Drift option 1', 'Drift option 2'],
		},
	},
	'D-24': {
		'drift.deprecationHeader': {
			value: true,
			async probe(sandbox) {
				const { headers } = await ask(sandbox);
				return { seen: [headers.get('deprecation'), headers.get('sunset')], headers };
			},
			assumed: [null, null],
			// The clock shows 1 January 2027.
			configured: ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT'],
		},
	},
	'D-26': {
		'catalog.packs': {
			value: ['MX', 'BR'],
			probe: offered({}),
			assumed: colombia,
			configured: ['Card'],
		},
		'catalog.mismatch': {
			value: 'reject',
			probe: offered({ currency: 'EUR' }),
			assumed: ['Card'],
			configured: 'currency_mismatch',
		},
	},
	'D-27': {
		'errors.noOptions': {
			value: 'refuse',
			probe: offered(unknownCountry),
			assumed: ['Card'],
			configured: 'no_options',
		},
	},
	'D-43': {
		'drift.envelopeOnOptions': {
			value: true,
			async probe(sandbox) {
				const { body, headers } = await ask(sandbox);
				return { seen: Object.keys(body), headers };
			},
			assumed: ['transactionId', 'sessionId', 'paymentOptions'],
			configured: ['statusCode', 'resultType', 'result'],
		},
	},
};

proveToggles(toggles);
