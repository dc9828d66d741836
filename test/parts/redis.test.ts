import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/command.ts';
import { findRedis } from './redis.ts';

/** A folder that holds a program of this name. */
function setup(name: string) {
	const folder = temporaryFolder();
	const path = join(folder, name);
	writeFileSync(path, '#!/bin/sh\n');
	chmodSync(path, 0o755);
	return { folder, path };
}

const onPosix = test.skipIf(process.platform === 'win32');

onPosix('REDIS_SERVER_BIN comes before what is on the PATH, and is not replaced', () => {
	const { path } = setup('my-redis');
	const { folder } = setup('redis-server');
	expect(findRedis({ env: { REDIS_SERVER_BIN: path, PATH: folder } })).toBe(path);
	expect(findRedis({ env: { REDIS_SERVER_BIN: '/no/such/redis', PATH: folder } })).toBeNull();
});

onPosix('a Valkey server does as well, and without either there is none', () => {
	const { folder, path } = setup('valkey-server');
	expect(findRedis({ env: { PATH: folder } })).toBe(path);
	expect(findRedis({ env: { PATH: temporaryFolder() } })).toBeNull();
});
