import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../simulator/sandbox.ts';
import { configuration, folderWith } from './support/configuration.ts';

test('--print-config prints a file that starts the same sandbox, without its secrets', async () => {
	const folder = folderWith({
		profile: 'realistic',
		now: '2027-01-01T00:00:00Z',
		allowedHost: ['a.example', 'b.example'],
		controlToken: 'not-for-printing',
		settings: {
			processing: { card: { fixed: '2s' } },
			defaultOutcome: { APPROVE: 1, HOLD: 2 },
			auth: { mode: 'bearer', keys: ['also-not-for-printing'] },
		},
	});
	const first = await configuration(folder);
	expect(first.stdout + first.stderr).not.toContain('not-for-printing');
	expect(first.lines).toEqual([
		'payin-sandbox: controlToken is a secret and not printed',
		'payin-sandbox: settings.auth.keys is a secret and not printed',
	]);
	expect(first.config.settings.auth).toMatchObject({ mode: 'bearer', failure: 401 });
	writeFileSync(join(folder, 'again.json'), first.stdout);
	const second = await configuration(folder, ['--config', 'again.json']);
	expect([second.stdout, second.stderr]).toEqual([first.stdout, '']);
	expect(first.config.settings).toMatchObject({
		processing: { card: { fixed: '2s' } },
		cashier: { maxAttempts: 3 },
	});
	// A start adapts the default of this limit to its heap.
	expect(first.config.settings.limits).not.toHaveProperty('maxPayments');
	// This profile has the delays of each payment method: an explicit default would override them.
	expect(first.config.settings.processing).not.toHaveProperty('default');
});

test('createSandbox reports the same problems, under its own names', async () => {
	const wrong = { port: -1, prot: 1, settings: { session: { ttl: 'soon' } }, drain: 'long' };
	await expect(createSandbox(wrong)).rejects.toThrow(
		/^createSandbox: prot is not known here \(did you mean port\?\); port must be .+; drain must be .+; settings\.session\.ttl must be .+\.$/,
	);
});
