/** The code blocks of a page of docs/, as a reader copies them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';

/** The first block in the language that contains the text. Throws when the page has none. */
export function docsBlock(page: string, language: string, containing = ''): string {
	const text = readFileSync(join(packageRoot, 'docs', page), 'utf8');
	const blocks = text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
	for (const [, block = ''] of blocks) if (block.includes(containing)) return block;
	throw new Error(`docs/${page} has no block in ${language} with "${containing}".`);
}
