/** Tables of docs/assumptions.md and docs/settings.md: gaps, warnings and settings as the code has them. */
import { gapIds, ledger } from '../simulator/contract/gaps/ledger.ts';
import type { SettingTable } from '../simulator/contract/setting.ts';
import { settingTable } from '../simulator/contract/settings.ts';
import { warnings } from '../simulator/contract/warnings.ts';
import { code, table } from './table.ts';

/** Every gap, in the order of their ids. */
export function assumptionsTable(): string {
	const rows = gapIds.map((id) => {
		const { line, notShown, assumed, settings } = ledger[id];
		const paths = Object.keys(settings).map(code).join(', ');
		return [id, line === null ? '' : String(line), notShown, assumed, paths || 'fixed'];
	});
	return table(['id', 'line', 'not shown', 'the sandbox does', 'setting'], rows);
}

export function warningsTable(): string {
	const rows = Object.entries(warnings).map(([name, sentence]) => [code(name), sentence]);
	return table(['code', 'meaning'], rows);
}

export function settingsTable(): string {
	const gapOf = (path: string) => gapIds.find((id) => Object.hasOwn(ledger[id].settings, path));
	const rows = Object.entries(settingTable as SettingTable)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([path, { fallback, words }]) => {
			const value = fallback === undefined ? '' : code(JSON.stringify(fallback));
			return [code(path), value, words, gapOf(path) ?? ''];
		});
	return table(['setting', 'default', 'what it says', 'gap'], rows);
}
