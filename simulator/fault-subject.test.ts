import { expect, test } from 'vitest';
import { longestReference } from './contract/glob.ts';
import { faultSubjectOf } from './fault-subject.ts';
import type { Call } from './wire/call.ts';

test('a reference that is empty, or too long for rules, is none; card numbers are masked in others', async () => {
	const subject = faultSubjectOf({ read: () => null });
	const referenceOf = async (paymentReference: string) => {
		const call = { endpoint: 'paymentOptions', workspace: 'default', body: { paymentReference } };
		const { reference, key } = await subject(call as unknown as Call);
		return [reference, key];
	};
	const longest = 'a'.repeat(longestReference);
	expect(await referenceOf(longest)).toEqual([longest, longest]);
	expect(await referenceOf(`${longest}a`)).toEqual([null, null]);
	expect(await referenceOf('')).toEqual([null, null]);
	expect(await referenceOf('5425233430109903')).toEqual(['542523******9903', '542523******9903']);
});
