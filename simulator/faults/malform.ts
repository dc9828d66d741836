/** The fault `malform`: sends status 200 and `application/json` with a body that is not JSON. */
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
