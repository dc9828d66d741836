/** The files of the reference page: our own, and those of Swagger UI that it needs. */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { projectFile } from '../../runtime/package.ts';

const ownFiles = ['docs.html', 'docs.css', 'docs.js'] as const;

/**
 * In the package they lie beside our own, where the build puts them: Swagger UI itself would be twelve megabytes
 * more, and an install script that reports to somebody. In a clone they are where npm put them.
 */
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const beside = (name: string) => projectFile(`simulator/control/reference/assets/${name}`);

function ofLibrary(name: string): string {
	const built = beside(name);
	if (existsSync(built)) return built;
	return createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
}

export interface ReferenceFile {
	path: string;
	/** Changes with the file. */
	etag: string;
}

export const referenceFiles: ReadonlyMap<string, ReferenceFile> = new Map(
	[...ownFiles.map(beside), ...libraryFiles.map(ofLibrary)].map((path) => {
		const { size, mtimeMs } = statSync(path);
		const etag = `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
		return [basename(path), { path, etag }];
	}),
);
