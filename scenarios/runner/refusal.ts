/** A refused call in one sentence or two, whoever wrote the answer: the sandbox or a real host. */
import { problemSchema } from '../../simulator/contract/problem.ts';

const shown = problemSchema.pick({ code: true, detail: true, param: true, fix: true }).partial();

export function refusalOf(status: number, text: string): string {
	const problem = readProblem(text);
	if (!problem?.detail)
		return `${status}${text ? `, with the body ${shorten(text)}` : ', no body'}`;
	const { code, detail, param, fix } = problem;
	const head = [status, code].filter(Boolean).join(' ');
	const place = param && !detail.includes(param) ? ` (${param})` : '';
	return `${head}: ${detail}${place}${fix ? `\nFix: ${fix}` : ''}`;
}

function readProblem(text: string) {
	try {
		return shown.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
