/** `malform`: status 200, `application/json`, and a body that is not JSON. */
import type { FaultOf } from '../contract/faults.ts';
import type { FaultKind } from './kind.ts';

export const malformFault: FaultKind<FaultOf<'malform'>> = {
	describe: () => 'malform',
	apply: (_, { reply }) =>
		reply && {
			...reply,
			status: 200,
			contentType: 'application/json; charset=utf-8',
			text: '{"statusCode":200,"result":{"data":',
		},
};
