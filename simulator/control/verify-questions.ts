/** Reads the questions of a call of `verify`: one, or a list. */
import { isObject } from '../contract/json.ts';
import type { VerifyQuestion } from '../contract/verify.ts';
import { verifyAllSchema, verifyQuestionSchema } from '../contract/verify.ts';
import type { ApiError } from '../errors/api-error.ts';
import { validateBody } from '../wire/validate.ts';

const example = {
	match: { endpoint: 'paymentOptions', status: 200, reference: 'order-1001', header: {} },
	times: 1,
	within: '2s',
	since: 0,
	after: { endpoint: 'paymentOptions', status: 200, reference: 'order-1001' },
	unit: 'payments',
	per: 'paymentReference',
	resent: 'exclude',
};

export interface Questions {
	list: { question: VerifyQuestion; path: string }[];
	isList: boolean;
}

export function readQuestions(body: unknown): Questions | ApiError {
	if (isObject(body) && 'all' in body) {
		const sent = validateBody(verifyAllSchema, body, { all: [example] });
		if (!sent.ok) return sent.refusal;
		const list = sent.data.all.map((question, index) => ({ question, path: `all.${index}` }));
		return { list, isList: true };
	}
	const sent = validateBody(verifyQuestionSchema, body, example);
	if (!sent.ok) return sent.refusal;
	return { list: [{ question: sent.data, path: '' }], isList: false };
}
