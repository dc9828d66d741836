/** Selects the stories of a run: from the pack of the mode, and from the user's files. */
import { UsageError } from './harness/errors.ts';
import type { RunIo } from './harness/run-io.ts';
import { merchantStories } from './merchant-stories.ts';
import type { ScenarioOptions } from './runner/options.ts';
import { loadOwnStories, pathOfArgument } from './runner/own-stories.ts';
import type { Selection } from './runner/selection.ts';
import {
	listStories,
	listStoriesAsJson,
	otherModeRule,
	selectStories,
} from './runner/selection.ts';
import type { AnyStory } from './scenario.ts';
import { stories } from './stories.ts';

/** With a merchant file, the stories drive the shop. Without one, they call the service themselves. */
type ModeSelection = Selection & Pick<ScenarioOptions, 'merchant'>;

/** Lists stories for `--list`. Throws a UsageError if nothing is selected. */
export async function listScenarios(
	selection: ModeSelection & { json?: boolean },
	{ cwd, err }: Pick<RunIo, 'cwd' | 'err'>,
): Promise<string> {
	const { stories, problems, skippedNotice } = await chooseStories(selection, cwd);
	if (skippedNotice) err(`${skippedNotice}\n`);
	if (problems.length > 0) throw new UsageError(problems);
	return selection.json ? listStoriesAsJson(stories) : listStories(stories);
}

/** Selects stories from the pack and from the user's files. */
export async function chooseStories(selection: ModeSelection, cwd: string) {
	const isMerchantMode = selection.merchant !== undefined;
	const pack: readonly AnyStory[] = isMerchantMode ? merchantStories : stories;
	const otherPack: readonly AnyStory[] = isMerchantMode ? stories : merchantStories;
	const isOwn = (name: string) => pathOfArgument(name, pack, cwd) !== undefined;
	const { own, problems, skippedNotice } = await loadOwnStories(
		selection.names.filter(isOwn),
		cwd,
		isMerchantMode,
	);
	const ownOf = new Map(own.map((one) => [one.story, one]));
	const all = [...ownOf.keys(), ...pack];
	const names = selection.names.filter((name) => !isOwn(name));
	const known = all.map(({ name }) => name);
	for (const name of new Set(known.filter((one, index) => known.indexOf(one) !== index))) {
		problems.push(`Two stories are called "${name}". Give each a name of its own.`);
	}
	if (problems.length > 0) return { stories: [], problems, ownOf, skippedNotice };
	const other = { names: otherPack.map(({ name }) => name), rule: otherModeRule(isMerchantMode) };
	const selected = selectStories(all, { ...selection, names }, new Set(ownOf.keys()), other);
	return { ...selected, ownOf, skippedNotice };
}
