/** Runs the shell of GitHub workflows and of our composite action as a runner does, in a folder of the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { valueAt } from '../../simulator/contract/json.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { temporaryFolder } from './command.ts';
import { atEnd } from './shared.ts';

const texts = z.record(z.string(), z.coerce.string());

/** The keys that our files use: any other key fails. */
const stepSchema = z.strictObject({
	id: z.string().optional(),
	name: z.string().optional(),
	if: z.string().optional(),
	run: z.string().optional(),
	shell: z.literal('bash').optional(),
	uses: z.string().optional(),
	with: texts.optional(),
	env: texts.optional(),
	'working-directory': z.string().optional(),
});

export type Step = z.output<typeof stepSchema>;

const input = z.strictObject({ description: z.string().min(1), default: z.string() });
const output = z.strictObject({ description: z.string().min(1), value: z.string() });

/** The metadata of a composite action: https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax */
const actionSchema = z.strictObject({
	name: z.string(),
	description: z.string(),
	inputs: z.record(z.string(), input),
	outputs: z.record(z.string(), output),
	runs: z.strictObject({
		using: z.literal('composite'),
		// Without its shell, a runner refuses a step of a composite action.
		steps: z.array(stepSchema.refine((step) => step.uses || step.shell, 'has no shell')),
	}),
});

export const readAction = () =>
	actionSchema.parse(parse(readFileSync(join(packageRoot, 'action.yml'), 'utf8')));

const workflowSchema = z.looseObject({
	jobs: z.record(z.string(), z.looseObject({ steps: z.array(stepSchema) })),
});

/** The steps of the one job of a workflow. */
export function stepsOf(workflow: string): Step[] {
	const [job] = Object.values(workflowSchema.parse(parse(workflow)).jobs);
	return job?.steps ?? [];
}

export interface Runner {
	/** The repository. Commands are found in its `node_modules/.bin`. */
	folder: string;
	temp: string;
	env: Readonly<Record<string, string>>;
}

/** A repository with these commands in `node_modules/.bin`. */
export function createRunner(folder: string): Runner {
	const bin = join(folder, 'node_modules', '.bin');
	const temp = temporaryFolder();
	const env = { PATH: [bin, process.env.PATH].join(delimiter), HOME: temp, RUNNER_TEMP: temp };
	return { folder, temp, env };
}

export interface JobResult {
	code: number;
	/** What the steps printed. */
	log: string;
	summary: string;
	/** What the steps, or the action, hand over. */
	outputs: Readonly<Record<string, string>>;
	/** The steps that use another action: its name, with its inputs. */
	used: readonly (readonly [string, Readonly<Record<string, string>>])[];
}

interface Context {
	inputs: Readonly<Record<string, string>>;
	steps: Record<string, { outputs: Readonly<Record<string, string>> }>;
}

interface RunStepsOptions {
	inputs?: Readonly<Record<string, string>>;
	/** Expressions, by the name of an output. */
	results?: Readonly<Record<string, string>>;
}

/** Runs the steps one after the other. After one that fails, only those with `always()` run. */
export async function runSteps(
	steps: readonly Step[],
	runner: Runner,
	{ inputs = {}, results = {} }: RunStepsOptions = {},
): Promise<JobResult> {
	const context: Context = { inputs, steps: {} };
	const used: JobResult['used'][number][] = [];
	let [code, log, summary] = [0, '', ''];
	for (const step of steps) {
		if (!mayRun(step.if, context, code)) continue;
		const values = (record: Readonly<Record<string, string>> = {}) =>
			Object.fromEntries(Object.entries(record).map(([k, v]) => [k, expand(v, context)]));
		let outputs: Readonly<Record<string, string>> = {};
		if (step.uses === './.github/actions/payin-sandbox') {
			const inner = await runAction(runner, values(step.with));
			code ||= inner.code;
			log += inner.log;
			summary += inner.summary;
			used.push(...inner.used);
			outputs = inner.outputs;
		} else if (step.uses) {
			used.push([step.uses, values(step.with)]);
		} else {
			const ended = await runShell(step, runner, values(step.env), context);
			code ||= ended.code;
			log += ended.log;
			summary += ended.summary;
			outputs = ended.outputs;
		}
		if (step.id) context.steps[step.id] = { outputs };
	}
	const handedOver = Object.entries(results).map(([k, v]) => [k, expand(v, context)]);
	return { code, log, summary, used, outputs: Object.fromEntries(handedOver) };
}

export async function runAction(
	runner: Runner,
	given: Readonly<Record<string, string>> = {},
): Promise<JobResult> {
	const { inputs, outputs, runs } = readAction();
	const unknown = Object.keys(given).filter((name) => !inputs[name]);
	if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
	const defaults = Object.entries(inputs).map(([name, { default: value }]) => [name, value]);
	const results = Object.entries(outputs).map(([name, { value }]) => [name, value]);
	return runSteps(runs.steps, runner, {
		inputs: { ...Object.fromEntries(defaults), ...given },
		results: Object.fromEntries(results),
	});
}

async function runShell(
	step: Step,
	{ folder, temp, env }: Runner,
	stepEnv: Readonly<Record<string, string>>,
	context: Context,
) {
	const own = temporaryFolder();
	const [script, output, summary] = ['step.sh', 'output', 'summary'].map((file) => join(own, file));
	writeFileSync(script ?? '', step.run ?? '');
	const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script ?? ''], {
		cwd: join(folder, expand(step['working-directory'] ?? '.', context)),
		env: { ...env, ...stepEnv, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, TMPDIR: temp },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let log = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			log += text;
		});
	}
	const [code] = await once(child, 'close');
	const written = (file = '') => (existsSync(file) ? readFileSync(file, 'utf8') : '');
	const lines = written(output).split('\n').filter(Boolean);
	const outputs = lines.map((line) => [
		line.slice(0, line.indexOf('=')),
		line.slice(line.indexOf('=') + 1),
	]);
	const pid = Number(outputs.find(([name]) => name === 'pid')?.[1]);
	// A runner ends what a job has started.
	if (pid) atEnd(() => endProcess(pid));
	return {
		code: code as number,
		log,
		summary: written(summary),
		outputs: Object.fromEntries(outputs) as Record<string, string>,
	};
}

function endProcess(pid: number): void {
	try {
		process.kill(pid);
	} catch {
		// The job has ended it.
	}
}

const lookUp = (path: string, context: Context) => String(valueAt(context, path.split('.')) ?? '');

function expand(text: string, context: Context): string {
	return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => lookUp(path, context));
}

function mayRun(condition: string | undefined, context: Context, code: number): boolean {
	const terms = condition?.split(' && ') ?? [];
	if (code !== 0 && !terms.includes('always()')) return false;
	return terms.every((term) => {
		if (term === 'always()') return true;
		const [, path, operator, value] = /^([\w.-]+) ([!=]=) '(.*)'$/.exec(term) ?? [];
		if (path === undefined) throw new Error(`This test cannot read the condition ${term}.`);
		return (lookUp(path, context) === value) === (operator === '==');
	});
}
