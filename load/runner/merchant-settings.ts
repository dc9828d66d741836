/** Changes the settings of the sandbox behind a shop to those of the merchant file, and restores those of a running one. */

import { UsageError } from '../../scenarios/harness/errors.ts';
import type { Target } from '../../scenarios/harness/target.ts';
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
	const restores: (() => Promise<void>)[] = [];
	const change = async (field: SettingsField, settings: JsonObject) => {
		if (url !== undefined) restores.unshift(await restoreSettings(target, field, settings, path));
		await changeToFileSettings(sandbox, field, settings, path);
	};
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
		/** Undoes the changes, the last one first. */
		async restore() {
			for (const restore of restores) await restore();
		},
	};
}

const lostAnswers: readonly FaultRuleInput[] = (['paymentOptions', 'hybridPayment'] as const).map(
	(endpoint) => ({
		...{ match: { endpoint }, phase: 'after', fault: { kind: 'close' }, probability: 0.2 },
	}),
);

function withLostAnswers(settings: JsonObject, before: JsonObject): JsonObject {
	const rules = settings.faults ?? before.faults;
	// The first rule that fires wins, so rules of the merchant file come after these.
	return { ...settings, faults: [...lostAnswers, ...(Array.isArray(rules) ? rules : [])] };
}

const maxPayments = 10_000_000;

const withoutEviction = (settings: JsonObject) => ({
	...settings,
	limits: { maxPayments, ...(isObject(settings.limits) ? settings.limits : {}) },
});

/**
 * Returns a function that undoes the change of settings of a running sandbox. Throws a UsageError if the change would
 * replace a secret, which the sandbox does not show.
 */
async function restoreSettings(
	{ url, controlToken }: Target,
	field: SettingsField,
	change: JsonObject,
	path: string,
): Promise<() => Promise<void>> {
	if (Object.keys(change).length === 0) return async () => {};
	// This client does not use the signal of the run, so that an interrupted run also restores the settings.
	const sandbox = createSandboxControl({ target: url, controlToken });
	const before = await sandbox.settingChanges();
	const undo = undoPatch(before, change);
	const isSecret = (name: string) => [valueAt(undo, name.split('.'))].flat().includes(redactedText);
	const secret = secretSettings.find(isSecret);
	if (secret !== undefined) {
		throw new UsageError([
			`${path}: ${field} changes ${secret}, and ${url} has a value of its own, which could not be restored: it is a secret. Leave ${secret} out.`,
		]);
	}
	return () => sandbox.changeSettings(undo as SomeSettings);
}
