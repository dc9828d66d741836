/** The merchant file of the example in TypeScript, and copies of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { temporaryFolder } from '../support/command.ts';
import { builtShopCommand } from './built-shop.ts';

export const example = join(packageRoot, 'scenarios/example-merchant/merchant.jsonc');
export const exampleFile = parse(readFileSync(example, 'utf8')) as Record<string, object>;

/** A merchant file in a folder of its own; the shop is that of the example, unless `command` is changed. */
export function merchantFile(changes: object = {}): string {
	const path = join(temporaryFolder(), 'merchant.jsonc');
	const content = { ...exampleFile, command: builtShopCommand, ...changes };
	writeFileSync(path, JSON.stringify(content, null, '\t'));
	return path;
}
