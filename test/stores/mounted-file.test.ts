/** `--store file:PATH` where PATH itself is mounted, as by `docker run -v ./payments.store:/data/store`. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand, startServe, temporaryFolder } from '../support/command.ts';
import { startPayment } from '../support/sandbox.ts';

/** Runs a program in a mount namespace of its own, which ends with the program. Users other than root may do so too. */
const inNamespace = ['--mount', '--map-root-user'];
const canMount = spawnSync('unshare', [...inNamespace, 'true']).status === 0;

/** Runs `serve` where the file `source` is also mounted at `target`. */
function serveMounted({ source, target, path }: { source: string; target: string; path: string }) {
	const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
	const serve = [builtCommand, 'serve', '--no-config', '--port', '0', '--store', `file:${path}`];
	const args = ['sh', '-c', script, 'sh', source, target, process.execPath, ...serve];
	const options = { encoding: 'utf8', timeout: 20_000 } as const;
	const { status, stdout, stderr } = spawnSync('unshare', [...inNamespace, ...args], options);
	return { status, stdout, stderr };
}

const refused = (path: string) => ({
	status: 3,
	stdout: '',
	stderr: `payin-sandbox: The store file:${path} cannot be used: the file itself is a mount point, so other processes do not see its lock. Mount its folder instead\n`,
});

test.skipIf(!canMount)(
	'a mounted file is refused with the fix, by its path or by a link, and its other process continues',
	async () => {
		const folder = temporaryFolder();
		const source = join(folder, 'store');
		const { url } = await startServe(['--store', `file:${source}`]);
		// Linux lists a space and a backslash of a path as \040 and \134.
		const target = join(temporaryFolder(), 'a \\040 store');
		writeFileSync(target, '');
		const link = join(folder, 'link');
		symlinkSync(target, link);
		for (const path of [target, link]) {
			expect(serveMounted({ source, target, path })).toEqual(refused(path));
		}
		expect((await startPayment(url)).sessionId).toBeTruthy();
	},
);

test.skipIf(!canMount)('an empty mounted file is refused', () => {
	const [source, target] = [join(temporaryFolder(), 'store'), join(temporaryFolder(), 'store')];
	for (const path of [source, target]) writeFileSync(path, '');
	expect(serveMounted({ source, target, path: target })).toEqual(refused(target));
});

test.skipIf(!canMount)(
	'in a mounted folder, a second process finds the lock of the first',
	async () => {
		const [source, target] = [temporaryFolder(), temporaryFolder()];
		await startServe(['--store', `file:${join(source, 'store')}`]);
		const { status, stderr } = serveMounted({ source, target, path: join(target, 'store') });
		expect(stderr).toContain('it is already in use');
		expect(status).toBe(3);
	},
);
