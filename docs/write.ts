/** `npm run docs`: updates the generated parts of the pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../simulator/runtime/package.ts';
import { parts, put } from './parts.ts';

for (const part of parts) {
	const path = join(packageRoot, part.file);
	writeFileSync(path, put(part, readFileSync(path, 'utf8')));
	process.stdout.write(`${part.file}: ${part.mark}\n`);
}
