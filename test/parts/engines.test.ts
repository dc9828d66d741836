import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/command.ts';
import { findFirefox, findWebkit } from './engines.ts';

/** A folder that holds programs of these names. */
function setup(names: readonly string[], script = '#!/bin/sh\n') {
	const folder = temporaryFolder();
	for (const name of names) {
		writeFileSync(join(folder, name), script);
		chmodSync(join(folder, name), 0o755);
	}
	return folder;
}

const onPosix = test.skipIf(process.platform === 'win32');

onPosix('FIREFOX_PATH comes before the PATH, and is not replaced', () => {
	const folder = setup(['firefox', 'my-firefox']);
	const path = join(folder, 'my-firefox');
	expect(findFirefox({ env: { FIREFOX_PATH: path, PATH: folder } })).toBe(path);
	expect(findFirefox({ env: { FIREFOX_PATH: '/no/such/firefox', PATH: folder } })).toBeNull();
});

onPosix('a Firefox that is a snap is passed over', () => {
	const stub = setup(['firefox'], '#!/bin/sh\nexec /snap/bin/firefox "$@"\n');
	const snap = setup(['snap']);
	const folder = setup(['firefox-esr']);
	symlinkSync(join(snap, 'snap'), join(snap, 'firefox'));
	const env = { PATH: [stub, snap, folder].join(delimiter) };
	expect(findFirefox({ env })).toBe(join(folder, 'firefox-esr'));
});

onPosix('WebKit needs its driver and a display', () => {
	const driver = setup(['WebKitWebDriver']);
	const display = setup(['Xvfb']);
	expect(findWebkit({ env: { PATH: driver } })).toBeNull();
	expect(findWebkit({ env: { PATH: display } })).toBeNull();
	expect(findWebkit({ env: { PATH: [driver, display].join(delimiter) } })).toEqual({
		driver: join(driver, 'WebKitWebDriver'),
		display: join(display, 'Xvfb'),
	});
});
