/** Reads the findings of a sandbox. */
import type { Sandbox } from './sandbox.ts';

/** The findings as `severity code`, the most severe first. */
export const codesIn = async (sandbox: Sandbox) =>
	(await sandbox.findings()).findings.map(({ severity, code }) => `${severity} ${code}`);
