import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium, findHeadlessShell } from './chromium.ts';

/** A folder that holds a program of this name. */
function setup(name: string, mode = 0o755) {
	const folder = mkdtempSync(join(tmpdir(), 'payin-chromium-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, name);
	writeFileSync(path, '#!/bin/sh\n');
	chmodSync(path, mode);
	return { folder, path };
}

const onPosix = test.skipIf(process.platform === 'win32');

onPosix('CHROMIUM_PATH comes before what is on the PATH', () => {
	const { path } = setup('my-browser');
	const { folder } = setup('chromium');
	expect(findChromium({ env: { CHROMIUM_PATH: path, PATH: folder } })).toBe(path);
});

onPosix('a CHROMIUM_PATH that leads nowhere is not replaced by another browser', () => {
	const { folder } = setup('chromium');
	expect(findChromium({ env: { CHROMIUM_PATH: '/no/such/browser', PATH: folder } })).toBeNull();
});

onPosix('the folders of the PATH are searched in order', () => {
	const first = setup('chromium-browser');
	const second = setup('google-chrome');
	const env = { PATH: ['/no/such/folder', first.folder, second.folder].join(delimiter) };
	expect(findChromium({ env })).toBe(first.path);
});

onPosix('a file that may not be run is no browser', () => {
	const blocked = setup('google-chrome', 0o644);
	const fits = setup('chromium');
	const env = { PATH: [blocked.folder, fits.folder].join(delimiter) };
	expect(findChromium({ env })).toBe(fits.path);
});

onPosix('the headless shell is used unless CHROMIUM_PATH selects a browser', () => {
	const { folder, path } = setup('chromium-headless-shell');
	expect(findHeadlessShell({ env: { PATH: folder } })).toBe(path);
	expect(findHeadlessShell({ env: { PATH: folder, CHROMIUM_PATH: '/my/browser' } })).toBeNull();
});
