/** A sandbox with the shop that calls it. Only one story at a time runs in it. */
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import { CannotRunError } from '../harness/errors.ts';
import { startSandbox } from '../harness/sandbox-process.ts';
import type { Target } from '../harness/target.ts';
import { openTarget, tokenVariableName } from '../harness/target.ts';
import { storySettings } from '../runner/story-workspace.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { MerchantProcess } from './merchant-process.ts';
import { isListening, startMerchant } from './merchant-process.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { changeToFileSettings, createSandboxControl } from './sandbox-control.ts';
import { shopUrls } from './shop-addresses.ts';
import type { ShopClient } from './shop-client.ts';
import { createShopClient } from './shop-client.ts';
import { requireStartSettings } from './start-settings.ts';

export interface ShopEnvironment {
	target: Target;
	/** The bases of the addresses at which the cashier is reached: those of its links, and the target. */
	cashierUrls: readonly string[];
	sandbox: SandboxControl;
	/** The client of the running shop. After `refresh` it may be a new one. */
	shop(): ShopClient;
	/** The clients of a story. Their calls also end when `overdue` aborts. */
	clientsOf(overdue: AbortSignal): { shop: ShopClient; sandbox: SandboxControl };
	/** The values of the placeholders `sandbox` and `port`. */
	values(): PlaceholderValues;
	/** Describes how the shop ended; undefined while it runs, and for a shop that was not started here. */
	ended(): string | undefined;
	/** How often the shop was started here. A new process may have lost the orders of the one before. */
	starts(): number;
	/**
	 * Prepares the next story: resets the sandbox to the settings that the shop needs, and starts the shop again if it has
	 * ended. The time of the sandbox goes on, because a running shop may keep the time of a settlement.
	 */
	refresh(): Promise<void>;
	close(): Promise<void>;
}

export interface OpenShopEnvironmentOptions {
	merchant: LoadedMerchant;
	/** The address of a running sandbox. Without one, a sandbox is started. */
	url: string | undefined;
	seed: number;
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	/** Shows a line to the user. */
	warn(line: string): void;
	/** `manual` is for stories: it changes the settings of the sandbox, and resets that of a target. `real` does neither. */
	clock?: 'manual' | 'real';
}

/**
 * Opens a sandbox and a shop. Throws a CannotRunError if the target is no sandbox, or if the shop does not start. For
 * stories, also if their resets would undo changes of the target's settings. Throws a UsageError if the sandbox refuses
 * the settings of the merchant file.
 */
export async function openShopEnvironment(
	options: OpenShopEnvironmentOptions,
): Promise<ShopEnvironment> {
	const { merchant, seed, env, signal, warn, clock = 'manual' } = options;
	const target = await openTarget({
		url: options.url,
		start: () => startSandbox({ seed, clock, env }),
		controlToken: env[tokenVariableName],
		signal,
	});
	const { url, controlToken } = target;
	const sandboxWith = (signal: AbortSignal) =>
		createSandboxControl({ target: url, controlToken, signal });
	const sandbox = sandboxWith(signal);
	const changeSettings = () =>
		changeToFileSettings(sandbox, 'sandbox', merchant.file.sandbox, merchant.path);
	let starts = 0;
	let hasPlayed = false;
	const start = () => {
		starts += 1;
		return startMerchant({ merchant, sandbox: url, env, signal, warn });
	};
	let shop: MerchantProcess | undefined;
	let restore = async () => {};
	const close = async () => {
		await Promise.all([shop?.stop(), restore()]);
		await target.close();
	};
	let cashierUrls: readonly string[];
	try {
		const { cashierUrl = url } = requireSandbox(target);
		cashierUrls = [cashierUrl, url];
		if (!merchant.file.command) await requireShop(merchant, url);
		if (options.url !== undefined && clock === 'manual') {
			await requireStartSettings(target, merchant, signal);
			warn(
				`Before each story and after the last, ${url} is reset: its payments are gone, and its settings are those of its start. After the last, so is its time: a shop that keeps times of settlements must forget them.`,
			);
			restore = await restoreLater(target);
		}
		// Stories need them after each reset. Change them here too: wrong ones are an error before the shop is started, and
		// the offers of the markets depend on them.
		if (clock === 'manual') await changeSettings();
		if (merchant.file.command) shop = await start();
	} catch (error) {
		await close();
		throw error;
	}
	const shopWith = (signal: AbortSignal) =>
		createShopClient({
			file: merchant.file,
			sandbox: url,
			cashierUrls,
			explainFailure: async () => (await shop?.explainFailure()) ?? '',
			signal,
		});
	return {
		target,
		cashierUrls,
		sandbox,
		shop: () => shopWith(signal),
		clientsOf(overdue) {
			const either = AbortSignal.any([signal, overdue]);
			return { shop: shopWith(either), sandbox: sandboxWith(either) };
		},
		ended: () => shop?.ended(),
		starts: () => starts,
		values: () => ({ sandbox: url, ...(shop ? { port: shop.port } : {}) }),
		async refresh() {
			// Stop the clock before the reset: a running one would pass this time meanwhile.
			const { now } = await sandbox.setClock({ mode: 'manual' });
			await sandbox.reset();
			const started = await sandbox.setClock({ mode: 'manual' });
			if (started.now < now) await sandbox.setClock({ now });
			await changeSettings();
			await sandbox.changeSettings(storySettings);
			// The first story may quote what the shop wrote at its start.
			if (hasPlayed) shop?.forgetOutput();
			hasPlayed = true;
			if (shop?.ended() === undefined) return;
			await shop.stop();
			shop = await start();
		},
		close,
	};
}

/** Returns a function that resets the sandbox of a target and restores the clock it has now. */
async function restoreLater({ url, controlToken }: Target): Promise<() => Promise<void>> {
	// This client does not use the signal of the run, so that an interrupted run also restores the sandbox.
	const sandbox = createSandboxControl({ target: url, controlToken });
	const { mode, scale } = await sandbox.clock();
	return async () => {
		try {
			await sandbox.reset();
			await sandbox.setClock(mode === 'scaled' ? { mode, scale } : { mode });
		} catch {
			// The sandbox has ended, so there is nothing to restore.
		}
	};
}

/** A shop that is not running is no mistake of the shop: its stories would all fail, and look like mistakes. */
async function requireShop({ file, path }: LoadedMerchant, sandbox: string): Promise<void> {
	for (const origin of new Set(shopUrls(file, sandbox).map((url) => url.origin))) {
		if (await isListening(origin)) continue;
		throw new CannotRunError(
			'merchant',
			`Your shop does not answer at ${origin}, the address in ${path}. Start it, or give "command" and "ready", so that this command starts it.`,
		);
	}
}

function requireSandbox({ url, sandbox }: Target): { cashierUrl?: string | undefined } {
	if (sandbox) return sandbox;
	throw new CannotRunError(
		'target',
		`Merchant mode cannot run: ${url} is no sandbox: merchant stories need its control API.`,
	);
}
