import { expect, test } from 'vitest';
import { markets } from '../catalog/markets.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsPatch } from '../settings/settings.ts';
import { changeSettings, settingsOf } from '../settings/settings.ts';
import { keptResponses, selectOptions } from './offer.ts';

function settingsWith(patch: SettingsPatch): Settings {
	const changed = changeSettings(settingsOf('sandbox'), patch);
	if (!changed.ok) throw new Error('the settings are invalid');
	return changed.record.inForce;
}

const header = { idempotency: { header: 'Idempotency-Key' } };
const lengthOf = (settings: Settings) =>
	Math.max(...keptResponses(settings).map(({ length }) => length));

test('payments with extra options share the list of their options', () => {
	const one = settingsWith({ drift: { extraOptions: 1 } });
	const fifty = settingsWith({ drift: { extraOptions: 50 } });
	for (const { country, currency, options } of markets) {
		const codesOf = (settings: Settings) => {
			const offer = selectOptions({ country, currency }, settings);
			return 'code' in offer ? [] : offer.optionCodes;
		};
		expect(codesOf(one)).toBe(codesOf(one));
		expect(codesOf(fifty)).toBe(codesOf(fifty));
		expect(codesOf(one)).toHaveLength(options.length + 1);
		expect(codesOf(fifty)).toHaveLength(options.length + 50);
	}
});

test('payments without an option share the empty list', () => {
	const settings = settingsWith({ errors: { noOptions: 'emptyList' } });
	const offer = () => selectOptions({ country: 'XX', currency: 'XXX' }, settings);
	const [first, second] = [offer(), offer()];
	if ('code' in first || 'code' in second) throw new Error('the list is refused');
	expect(first.optionCodes).toEqual([]);
	expect(first.optionCodes).toBe(second.optionCodes);
});

test('kept responses have the length that the settings give them, if an idempotency header is named', () => {
	const usual = lengthOf(settingsWith({}));
	const valuesShape = Array.from({ length: 100 }, (_, value) => ({ value }));
	const long = { catalog: { extraData: { valuesShape } }, drift: { extraOptions: 50 } };
	expect(lengthOf(settingsWith(header))).toBe(usual);
	expect(lengthOf(settingsWith(long))).toBe(usual);
	const listBytes = JSON.stringify(valuesShape).length;
	expect(lengthOf(settingsWith({ ...long, ...header }))).toBeGreaterThan(usual + 2 * listBytes);
});
