/** Reads the merchant file and reports every problem with its line. */
import { dirname, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { andMore } from '../../reports/figures.ts';
import { secretsIn } from '../../reports/mask.ts';
import { readTextFile } from '../../reports/read.ts';
import { fieldErrors } from '../../simulator/contract/field-errors.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import {
	merchantFileSchema,
	relatedFieldProblems,
} from '../../simulator/contract/merchant-file.ts';
import { placeholdersIn } from '../../simulator/contract/placeholders.ts';
import { secretSettings } from '../../simulator/contract/settings.ts';
import { readJsonText } from '../../simulator/settings/json-text.ts';
import { UsageError } from '../harness/errors.ts';
import type { Permission } from '../harness/target.ts';
import { permissionProblems } from '../harness/target.ts';
import { shopUrls } from './shop-addresses.ts';

export interface LoadedMerchant {
	file: MerchantFile;
	/** The path as given on the command line. */
	path: string;
	/** The folder of the file, in which the shop is started. */
	folder: string;
}

/** A complete file. It contains all names that a misspelt name may mean. */
const example = {
	command: ['python3', 'shop.py'],
	env: { PAYIN_URL: '{sandbox}', PORT: '{port}' },
	ready: 'http://127.0.0.1:{port}/health',
	markets: ['CO'],
	flows: ['card', 'bank'],
	prepare: [],
	checkout: {
		method: 'POST',
		url: 'http://127.0.0.1:{port}/orders/{reference}/pay',
		headers: {},
		json: {},
		form: {},
		redirect: { header: 'Location' },
		errorText: 'Sorry',
	},
	order: {
		method: 'GET',
		url: 'http://127.0.0.1:{port}/orders/{reference}',
		headers: {},
		state: '/status',
		paid: ['paid'],
		failed: ['failed'],
		open: ['new', 'pending'],
		flagged: ['refund_due'],
	},
	settle: {
		method: 'POST',
		url: 'http://127.0.0.1:{port}/settle',
		headers: {},
		json: {},
		form: {},
	},
	sandbox: {},
	load: {
		timed: 'checkout',
		untimed: ['prepare'],
		verify: { share: 1, within: '30s' },
		sandbox: {},
	},
};

/** The most problems that are listed. A file of another kind may have any number. */
const maxProblems = 100;

/** Reads and checks a merchant file. Throws a UsageError with its problems. */
export function readMerchantFile(path: string, cwd: string): LoadedMerchant {
	const absolute = resolve(cwd, path);
	const refuse = (problems: readonly string[]): never => {
		throw new UsageError(problems);
	};
	const text = readText(absolute, (reason) => refuse([`The merchant file ${path} ${reason}`]));
	const lineOf = (offset: number) => text.slice(0, offset).split(/\r\n|\n|\r/).length;
	const read = readJsonText(text);
	if (!read.ok) return refuse([`${path} ${read.rule}`]);
	const { value } = read;
	const parsed = merchantFileSchema.safeParse(value);
	if (parsed.success) return { file: parsed.data, path, folder: dirname(absolute) };
	const { issues } = parsed.error;
	const details = [
		...fieldErrors(issues, value, example),
		// Check these here, because the schema skips them when a field is wrong.
		...(issues.some(({ code }) => code === 'custom') ? [] : relatedFieldProblems(value)).map(
			({ path: names, message }) => {
				const param = names.map(String).join('.');
				return { param, detail: `${param} ${message}.` };
			},
		),
	];
	const tree = parseTree(text, [], { allowTrailingComma: true });
	const places = details.map(({ param, detail }) => {
		const names = param === 'body' ? [] : param.split('.');
		const what = param === 'body' ? detail.replace(/^body/, 'the file') : detail;
		return { offset: tree ? nodeAt(tree, names).offset : 0, what };
	});
	const sorted = places.toSorted((one, other) => one.offset - other.offset);
	const problems = sorted.map(({ offset, what }) => `${path}:${lineOf(offset)}: ${what}`);
	const more = andMore(problems.length - maxProblems);
	return refuse([...problems.slice(0, maxProblems), ...more]);
}

interface MerchantUse extends Partial<Permission> {
	target?: string | undefined;
}

/**
 * The values that reports mask: those of headers, and the secret settings of the sandbox. A value with a placeholder
 * differs between orders, and is no secret.
 */
export function secretsInMerchantFile(file: MerchantFile): string[] {
	const { prepare, checkout, order, settle, sandbox, load } = file;
	const headers = [...prepare, checkout, order, settle].flatMap((request) =>
		Object.entries(request?.headers ?? {}),
	);
	const ofHeaders = headers.flatMap(([name, value]) =>
		placeholdersIn(value).length > 0 ? [] : secretsIn({ [name]: value }),
	);
	const ofSettings = secretSettings.flatMap((path) =>
		[sandbox, load.sandbox].flatMap((settings) => [valueAt(settings, path.split('.'))].flat()),
	);
	return [...ofHeaders, ...ofSettings.filter((value) => typeof value === 'string')];
}

/** The options that the file needs: the sandbox behind a running shop, and permission for hosts that are not this machine. */
export function merchantFileProblems(
	{ file, path }: LoadedMerchant,
	{ target, permission = false, allowHosts = [] }: MerchantUse,
): string[] {
	const hosts = shopUrls(file, 'http://127.0.0.1').flatMap((url) =>
		permissionProblems(url, { permission, allowHosts }, `${path}:`),
	);
	const noSandbox = `${path} has no "command". Start your shop and a sandbox behind it yourself, and name the sandbox with --target.`;
	return [...(file.command || target !== undefined ? [] : [noSandbox]), ...new Set(hosts)];
}

/** Reads the file of the option `--merchant`. Adds its problems to the list. */
export function readMerchant(
	{ merchant: path, ...use }: MerchantUse & { merchant?: string | undefined },
	cwd: string,
	problems: string[],
): LoadedMerchant | undefined {
	if (path === undefined) return undefined;
	try {
		const merchant = readMerchantFile(path, cwd);
		problems.push(...merchantFileProblems(merchant, use));
		return merchant;
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		problems.push(...error.problems);
		return undefined;
	}
}

function readText(path: string, refuse: (reason: string) => never): string {
	try {
		return readTextFile(path);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		if (code === 'ENOENT')
			return refuse('is not there. docs/test-your-shop.md shows how to write one.');
		return refuse(code === 'EISDIR' ? 'is a folder: name a file.' : `cannot be read (${code}).`);
	}
}

/** Finds the JSON node at a path, or its nearest parent. The position of a property is where its key begins. */
function nodeAt(tree: Node, names: readonly string[]): Node {
	for (let length = names.length; length > 0; length -= 1) {
		const path = names.slice(0, length).map((name) => (/^\d+$/.test(name) ? Number(name) : name));
		const found = findNodeAtLocation(tree, path);
		if (found) return found.parent?.type === 'property' ? found.parent : found;
	}
	return tree;
}

/** What the stories cannot find with a merchant file that has no `settle`. */
export const withoutSettle =
	'Without "settle", no story checks that an order is paid, and stories about that alone are not tried.';
