/** HTTP Archive 1.2, as `GET /_sandbox/journal?format=har` returns it. Fields that begin with `_` are the sandbox's own. */
import { z } from 'zod';

const nameAndValue = z.object({ name: z.string(), value: z.string() });
const message = {
	httpVersion: z.string(),
	cookies: z.array(nameAndValue),
	headers: z.array(nameAndValue),
	headersSize: z.int(),
	bodySize: z.int(),
};

export const harSchema = z.object({
	log: z.object({
		version: z.literal('1.2'),
		creator: z.object({ name: z.string(), version: z.string() }),
		entries: z.array(
			z.object({
				startedDateTime: z.iso.datetime(),
				/** The duration in milliseconds. */
				time: z.number(),
				request: z.object({
					...message,
					method: z.string(),
					url: z.string(),
					queryString: z.array(nameAndValue),
					postData: z
						.object({ mimeType: z.string(), params: z.array(nameAndValue), text: z.string() })
						.optional(),
				}),
				response: z.object({
					...message,
					status: z.int(),
					statusText: z.string(),
					content: z.object({ size: z.int(), mimeType: z.string(), text: z.string().optional() }),
					redirectURL: z.string(),
				}),
				cache: z.object({}),
				timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
				/** The id of the journal entry. */
				_entry: z.int(),
				_transactionId: z.string().nullable(),
			}),
		),
		/** Send this as `cursor` to get the older calls; null on the last page. */
		_next: z.string().nullable(),
	}),
});

export type Har = z.infer<typeof harSchema>;
