/** Changes the settings of the sandbox behind a shop to those of the merchant file, and restores those of a running one. */

import { UsageError } from '../../scenarios/harness/errors.ts';
import type { LoadedMerchant } from '../../scenarios/merchant-mode/merchant-file.ts';
import type { SettingsField } from '../../scenarios/merchant-mode/sandbox-control.ts';
import {
	changeToFileSettings,
	createSandboxControl,
} from '../../scenarios/merchant-mode/sandbox-control.ts';
import type { ShopEnvironment } from '../../scenarios/merchant-mode/shop-environment.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import { undoPatch } from '../../simulator/contract/merge-patch.ts';
import { redactedText } from '../../simulator/contract/redacted.ts';
import type { SomeSettings } from '../../simulator/contract/settings.ts';
import { secretSettings } from '../../simulator/contract/settings.ts';

interface CreateFileSettingsOptions {
	/** The address of a running sandbox, which gets its settings back. */
	url: string | undefined;
	/** Whether the sandbox loses one in five answers. */
	losesAnswers: boolean;
}

/** The two changes throw a UsageError if the sandbox refuses the settings. */
export function createFileSettings(
	{ target, sandbox }: Pick<ShopEnvironment, 'target' | 'sandbox'>,
	{ file, path }: LoadedMerchant,
	{ url, losesAnswers }: CreateFileSettingsOptions,
) {
	const undos: JsonObject[] = [];
	let before: JsonObject | undefined;
	const change = async (field: SettingsField, settings: JsonObject) => {
		if (url !== undefined) {
			before ??= await sandbox.settingChanges();
			undos.unshift(undoOf(before, field, settings));
		}
		await changeToFileSettings(sandbox, field, settings, path);
	};
	/** Throws a UsageError if the change would replace a secret, which the sandbox does not show. */
	function undoOf(own: JsonObject, field: SettingsField, settings: JsonObject): JsonObject {
		const undo = undoPatch(own, settings);
		const isSecret = (name: string) =>
			[valueAt(undo, name.split('.'))].flat().includes(redactedText);
		const secret = secretSettings.find(isSecret);
		if (secret === undefined) return undo;
		throw new UsageError([
			`${path}: ${field} changes ${secret}, and ${target.url} has a value of its own, which could not be restored: it is a secret. Leave ${secret} out.`,
		]);
	}
	// Payments are not evicted: an evicted payment cannot be compared with its order.
	const keepPayments = url === undefined ? withoutEviction : (settings: JsonObject) => settings;
	return {
		/** Changes the settings to those that the shop needs, which decide what it can offer. */
		changeForShop: () => change('sandbox', keepPayments(file.sandbox)),
		/** Changes the settings to those of the load. */
		changeForLoad: () =>
			change(
				'load.sandbox',
				losesAnswers ? withLostAnswers(file.load.sandbox, file.sandbox) : file.load.sandbox,
			),
		/** Undoes the changes, the last one first. If one cannot be undone, tries the other too, and then throws. */
		async restore() {
			const { url, controlToken } = target;
			// This client does not use the signal of the run, so that an interrupted run also restores the settings.
			const control = createSandboxControl({ target: url, controlToken });
			const failures: unknown[] = [];
			for (const undo of undos.filter((one) => Object.keys(one).length > 0)) {
				await control.changeSettings(undo as SomeSettings).catch((error) => failures.push(error));
			}
			if (failures.length > 0) throw failures[0];
		},
	};
}

const lostAnswers: readonly FaultRuleInput[] = (['paymentOptions', 'hybridPayment'] as const).map(
	(endpoint) => ({
		...{ match: { endpoint }, phase: 'after', fault: { kind: 'close' }, probability: 0.2 },
	}),
);

function withLostAnswers(settings: JsonObject, before: JsonObject): JsonObject {
	const rules = 'faults' in settings ? settings.faults : before.faults;
	// The first rule that fires wins, so rules of the merchant file come after these.
	return { ...settings, faults: [...lostAnswers, ...(Array.isArray(rules) ? rules : [])] };
}

const maxPayments = 10_000_000;

const withoutEviction = (settings: JsonObject) => ({
	...settings,
	limits: { maxPayments, ...(isObject(settings.limits) ? settings.limits : {}) },
});
