/** Where a run writes: its folder, and one more copy of a report where it was asked for. */
import { basename, dirname, join, resolve } from 'node:path';
import type { RunOptions } from './plan.ts';

interface Place {
	/** The option that decides it. */
	flag: string;
	/** What a sentence calls it. */
	name: string;
	folder: string;
}

export interface Places {
	out: Place;
	copies: readonly (Place & { file: 'junit.xml' | 'report.html' | 'report.json'; as: string })[];
}

export function placesOf(options: RunOptions, runId: string, cwd: string): Places {
	const asked = options.out ?? join('reports', 'out', `scenarios-${runId}`);
	const name = options.out === undefined ? '--out is left out, and its folder' : '--out';
	const wanted = [
		[options.reportJunit, '--report-junit', 'junit.xml'],
		[options.reportHtml, '--report-html', 'report.html'],
		[options.reportJson, '--report-json', 'report.json'],
	] as const;
	return {
		out: { flag: '--out', name, folder: resolve(cwd, asked) },
		copies: wanted.flatMap(([path, flag, file]) => {
			if (path === undefined) return [];
			const folder = dirname(resolve(cwd, path));
			return [{ flag, name: flag, folder, file, as: basename(path) }];
		}),
	};
}

/** `tryFolder` says why a folder cannot be written to; whatever stands in the way is a sentence each. */
export async function placeProblems(
	{ out, copies }: Places,
	tryFolder: (folder: string) => Promise<string | undefined>,
): Promise<string[]> {
	const problems: string[] = [];
	for (const { flag, name, folder } of [out, ...copies]) {
		const why = await tryFolder(folder);
		if (why === undefined) continue;
		const fix = `Name a place with ${flag} that can be written to.`;
		problems.push(`${name} ${folder} cannot be used: ${why}. ${fix}`);
	}
	return problems;
}
