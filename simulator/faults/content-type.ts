/** The fault `content-type`: sends an HTML page instead of JSON, as a proxy does. */
import type { FaultOf } from '../contract/faults.ts';
import { noNotes, waitsOf } from '../wire/call.ts';
import type { FaultKind } from './kind.ts';

const page = (status: number) =>
	`<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><hr>proxy</body></html>\n`;

export const contentTypeFault: FaultKind<FaultOf<'content-type'>> = {
	describe: ({ value }) => `content-type ${value}`,
	apply({ value, status: wanted, body }, { reply }) {
		const status = wanted ?? reply?.status ?? 502;
		return {
			status,
			contentType: value,
			text: body ?? page(status),
			notes: reply?.notes ?? noNotes,
			...waitsOf(reply),
		};
	},
};
