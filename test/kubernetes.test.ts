/** The manifests, with their variables set: linted by the schemas of Kubernetes, and by what this project asks of them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { sloSchema } from '../reports/limits-file.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { kubernetesValidate } from './parts/python-tool.ts';
import { temporaryFolder } from './support/command.ts';

const folder = join(packageRoot, 'load', 'k8s');
const values: Record<string, string> = {
	IMAGE: 'registry.example/payin-load@sha256:0',
	STARTER_IMAGE: 'registry.example/curl@sha256:0',
	RUN: 'run-1',
	PARTS: '4',
	CPU: '2',
	MEMORY: '4Gi',
	STORAGE_CLASS: 'shared',
	TARGET: 'https://staging.example',
	ALLOW_HOST: 'staging.example',
	RATE: '1000',
	DURATION: '5m',
	START_AT: '2026-11-14T09:30:00Z',
};
const manifests = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

// biome-ignore lint/suspicious/noExplicitAny: the parsed YAML of any kind.
type Resource = any;

/** As `envsubst` with a list of variables: no other `$` is replaced. */
function read(name: string): Resource[] {
	const text = readFileSync(join(folder, name), 'utf8').replace(
		/\$\{(\w+)\}/g,
		(_, variable: string) => values[variable] ?? `unset ${variable}`,
	);
	return parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
		expect(document.errors).toEqual([]);
		return document.toJS();
	});
}

const all = manifests.flatMap(read);
const byKind = (kind: string): Resource[] => all.filter((one) => one.kind === kind);

/** The pod of a TestRun, as the k6-operator builds it. */
function podOf({ metadata, spec }: Resource): Resource {
	const { image, env, envFrom, resources, volumeMounts, volumes, securityContext } = spec.runner;
	const container = { name: 'k6', image, env, envFrom, resources, volumeMounts };
	const containers = [{ ...container, securityContext: spec.runner.containerSecurityContext }];
	return {
		...{ apiVersion: 'v1', kind: 'Pod', metadata },
		spec: { containers, volumes, securityContext, restartPolicy: 'Never' },
	};
}

const pods: Resource[] = [
	...byKind('Job').map(({ spec }) => spec.template),
	...byKind('TestRun').map(podOf),
];
const containers: Resource[] = pods.flatMap(({ spec }) => spec.containers);

test('every variable of the manifests is in the docs, and the other way round', () => {
	const used = manifests.flatMap((name) =>
		[...readFileSync(join(folder, name), 'utf8').matchAll(/\$\{(\w+)\}/g)].map(([, one]) => one),
	);
	expect([...new Set(used)].sort()).toEqual(Object.keys(values).sort());
	const page = readFileSync(join(packageRoot, 'docs', 'load-in-kubernetes.md'), 'utf8');
	const listed = /^VARIABLES='(.*)'$/m.exec(page)?.[1]?.replaceAll('$', '').split(' ');
	expect(listed?.sort()).toEqual(Object.keys(values).sort());
});

const linter = kubernetesValidate.find({ env: process.env });

describe.skipIf(!linter)('the schemas of Kubernetes', () => {
	const lint = (resources: readonly Resource[]) => {
		const file = join(temporaryFolder(), 'resources.yaml');
		writeFileSync(file, resources.map((one) => JSON.stringify(one)).join('\n---\n'));
		// The oldest version that the docs name.
		return spawnSync(linter ?? '', ['--strict', '-k', '1.29.0', file], { encoding: 'utf8' });
	};

	test('accept the manifests, and the pod of the TestRun', () => {
		const known = all.filter(({ kind }) => kind !== 'TestRun');
		const { status, stdout, stderr } = lint([...known, ...byKind('TestRun').map(podOf)]);
		expect({ status, stdout: status === 0 ? '' : stdout, stderr }).toEqual({
			...{ status: 0, stdout: '', stderr: '' },
		});
	});

	test('would reject a field that Kubernetes does not know', () => {
		const [job] = byKind('Job');
		expect(lint([{ ...job, spec: { ...job.spec, retries: 0 } }]).status).not.toBe(0);
	});
});

test('images are given by the caller', () => {
	for (const { image } of containers) expect(image).toBe(values.IMAGE);
	for (const { spec } of byKind('TestRun')) expect(spec.starter.image).toBe(values.STARTER_IMAGE);
	const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
	for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm))
		expect(image).toMatch(/^\$\{\w+\}$/);
});

test('requests equal limits, and no pod has more rights than it needs', () => {
	expect(containers.length).toBeGreaterThanOrEqual(3);
	for (const { resources, securityContext } of containers) {
		expect(Object.keys(resources.limits).sort()).toEqual(['cpu', 'memory']);
		expect(resources.requests).toEqual(resources.limits);
		expect(securityContext.allowPrivilegeEscalation).toBe(false);
	}
	for (const { spec } of pods) expect(spec.securityContext.runAsNonRoot).toBe(true);
});

test('no manifest holds a secret or passes one as an argument', () => {
	expect(all.map(({ kind }) => kind)).not.toContain('Secret');
	const words = /token|password|secret|api.?key|authorization/i;
	for (const { args = [], command = [], env = [] } of containers) {
		expect(
			[...args, ...command, ...env.map(JSON.stringify)].filter((one) => words.test(one)),
		).toEqual([]);
	}
});

test('a part that ended is not played again, and all parts run at once', () => {
	const job = byKind('Job').find(({ spec }) => spec.completionMode === 'Indexed');
	expect(job.spec).toMatchObject({ completions: 4, parallelism: 4, backoffLimitPerIndex: 0 });
	expect(job.spec.template.spec.restartPolicy).toBe('Never');
});

/** The fields of a TestRun and of its pods, as the k6-operator documents them. */
const testRunFields = ['parallelism', 'separate', 'script', 'initializer', 'starter', 'runner'];
const podFields = [
	...['disabled', 'image', 'env', 'envFrom', 'resources', 'volumes', 'volumeMounts'],
	...['securityContext', 'containerSecurityContext', 'automountServiceAccountToken'],
];

test('the TestRun has only fields that the operator knows, with their types', () => {
	const [{ apiVersion, spec }] = byKind('TestRun');
	expect(apiVersion).toBe('k6.io/v1alpha1');
	expect(Object.keys(spec).filter((field) => !testRunFields.includes(field))).toEqual([]);
	for (const pod of [spec.runner, spec.starter, spec.initializer]) {
		expect(Object.keys(pod).filter((field) => !podFields.includes(field))).toEqual([]);
	}
	expect(spec.parallelism).toBe(4);
	// A string in the operator's schema.
	expect(spec.runner.automountServiceAccountToken).toBe('false');
	expect(Object.keys(spec.script)).toEqual(['localFile']);
});

test('the limits in the settings are a limits file', () => {
	const limits = byKind('ConfigMap').find(({ data }) => 'limits.json' in data);
	expect(sloSchema.safeParse(JSON.parse(limits.data['limits.json'])).success).toBe(true);
});

/** Runs part.sh with a `node` that prints its arguments and ends with the given code. */
function play(env: Record<string, string>, code = 0) {
	const bin = temporaryFolder();
	const node = join(bin, 'node');
	writeFileSync(node, `#!/bin/sh\necho "$@"\nexit ${code}\n`);
	chmodSync(node, 0o755);
	const settings = byKind('ConfigMap').find(({ data }) => 'PARTS' in data).data;
	const options = {
		encoding: 'utf8' as const,
		env: { ...settings, ...env, PATH: `${bin}:${process.env.PATH}` },
	};
	const { stdout, status } = spawnSync('sh', [join(folder, 'part.sh'), 'run', '--paused'], options);
	return { words: stdout.trim().split(' '), status };
}

const after = (words: readonly string[], flag: string) => words[words.indexOf(flag) + 1];

test('the pod of an indexed Job plays the part of its index, at the common start', () => {
	const { words } = play({ JOB_COMPLETION_INDEX: '3', HOSTNAME: 'payin-load-3-x7b2q' });
	expect(after(words, '--part')).toBe('4/4');
	expect(after(words, '--start-at')).toBe(values.START_AT);
	expect(after(words, '--out')).toBe('/results/run-1/part-4');
	expect(words).not.toContain('--k6-api');
});

test('the pod of a TestRun plays the part of its host name, and waits for the operator', () => {
	const { words } = play({ HOSTNAME: 'payin-load-run-1-2' });
	expect(after(words, '--part')).toBe('2/4');
	expect(after(words, '--k6-api')).toBe('0.0.0.0:6565');
	expect(words).not.toContain('--start-at');
});

test.each([
	[0, 0],
	[1, 0],
	[4, 0],
	[2, 2],
	[3, 3],
])('a runner that ends with %i makes the pod end with %i', (code, expected) => {
	expect(play({ JOB_COMPLETION_INDEX: '0' }, code).status).toBe(expected);
});
