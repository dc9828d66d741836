/** Asks `POST /_sandbox/verify`, and checks that the status fits the answer. */
import { expect } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { VerifyAnswer } from '../../simulator/contract/verify.ts';
import { verifyAnswerSchema } from '../../simulator/contract/verify.ts';
import { post } from './sandbox.ts';

export const verifyPath = controlPaths.verify;

export async function ask({ url }: { url: string }, question: object): Promise<VerifyAnswer> {
	const { status, body } = await post(url + verifyPath, question);
	const answer = verifyAnswerSchema.parse(body);
	expect(status).toBe(answer.ok ? 200 : 409);
	return answer;
}
