/** `npm run docs`: updates the generated parts of the pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../simulator/runtime/package.ts';
import { generatedParts, replacePart } from './parts.ts';

for (const part of generatedParts) {
	const path = join(packageRoot, part.file);
	writeFileSync(path, replacePart(part, readFileSync(path, 'utf8')));
	process.stdout.write(`${part.file}: ${part.mark}\n`);
}
