import { expect, test } from 'vitest';
import { workspaceName } from '../../simulator/contract/routes.ts';
import { workspaceNameOf } from './story-workspace.ts';

test('stories whose names differ have workspaces with other names', () => {
	const stories = ['shop/paid', 'shop-paid', 'Shop/paid', '店/支払', '店/取消', 'x'.repeat(80)];
	const names = [...stories, `${'x'.repeat(79)}y`].flatMap((story) => [
		workspaceNameOf(story, 1, 's1'),
		workspaceNameOf(story, 2, 's1'),
		workspaceNameOf(story, 1, '20261123T120000-abcdef'),
	]);
	expect(new Set(names).size).toBe(21);
	for (const name of names) expect(name).toMatch(workspaceName);
	expect(workspaceNameOf('card/approved', 1, 's7')).toMatch(/^card-approved-[0-9a-f]{8}-1-s7$/);
});
