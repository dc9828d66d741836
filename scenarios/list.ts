/** `payin-sandbox scenarios --list`: what there is to replay, and what each story asks of its target. */
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { Wanted } from './runner/select.ts';
import { selectStories } from './runner/select.ts';
import { stories } from './stories.ts';

export function listScenarios(
	wanted: Wanted,
	io: { out(text: string): void; err(text: string): void },
): ExitCode {
	const { stories: chosen, problems } = selectStories(stories, wanted);
	if (problems.length > 0) {
		io.err(`${problems.join('\n')}\n`);
		return exitCodes.usage;
	}
	const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
	const names = width(chosen.map(({ name }) => name));
	const tags = width(chosen.map((story) => story.tags.join(',')));
	for (const story of chosen) {
		const columns = [
			story.name.padEnd(names),
			story.needs.padEnd('shopper'.length),
			story.tags.join(',').padEnd(tags),
			story.title,
		];
		io.out(`${columns.join('  ')}\n`);
	}
	return exitCodes.passed;
}
