/** The files of deploy/ in the eyes of their tools: Helm about the chart, promtool about the alerts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { type Manifest, manifests } from '../support/deployFiles.ts';
import { type GoProgram, goProgram, HELM } from './goPrograms.ts';
import { run } from './python.ts';

const isNightly = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
const helm = await goProgram(HELM, isNightly);
const promtool = await goProgram(
  { name: 'promtool', module: 'github.com/prometheus/prometheus', version: 'v0.305.0', program: 'cmd/promtool' },
  isNightly,
);
/** The last key of its mapping. */
const CHECKSUM = /,"annotations":\{"checksum\/config":"\w{64}"\}/;
const CHART = resolve('deploy/helm/holystone');

function describeWith(program: GoProgram, name: string, tests: (path: string) => void): void {
  if (program.kind === 'there') {
    describe(name, () => tests(program.path));
    return;
  }
  process.stderr.write(`${name}: skipped, not passed (${program.why})\n`);
  describe.skip(name, () => tests(''));
}

describeWith(helm, 'helm', (path) => {
  async function rendered(...options: readonly string[]): Promise<readonly Manifest[]> {
    const home = mkdtempSync(join(tmpdir(), 'holystone-helm-'));
    try {
      // A helm that was built from its modules takes itself for that of an old Kubernetes.
      const given = [
        'template',
        'holystone',
        CHART,
        '--namespace',
        'holystone',
        '--kube-version',
        '1.31.0',
        ...options,
      ];
      const { stdout } = await run(path, given, { env: { ...process.env, HOME: home }, maxBuffer: 10_000_000 });
      return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }

  test('finds no fault in the chart', async () => {
    expect((await run(path, ['lint', '--strict', CHART])).stdout).toMatch(/0 chart\(s\) failed/);
  });

  test('makes of the defaults the plain manifests, with a checksum that restarts the pods', async () => {
    const text = JSON.stringify(await rendered());
    expect(text).toMatch(CHECKSUM);
    expect(JSON.parse(text.replace(CHECKSUM, ''))).toEqual(manifests);
  });

  test('makes everything that a value turns on', async () => {
    const on = ['persistence.enabled', 'serviceMonitor.enabled'].flatMap((value) => ['--set', `${value}=true`]);
    const found = await rendered(...on, '--set', 'redis.bundled=false');
    const kinds = found.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['PersistentVolumeClaim', 'ServiceMonitor']));
    expect(kinds).not.toContain('StatefulSet');
  });

  test.each([
    ['a live configuration without storage for definitions', ['config.dryRun=false'], /persistence\.enabled/],
    [
      'several replicas with a volume of one',
      ['persistence.enabled=true', 'persistence.accessMode=ReadWriteOnce'],
      /ReadWriteMany/,
    ],
  ])('refuses %s', async (_what, values, why) => {
    await expect(rendered(...values.flatMap((value) => ['--set', value]))).rejects.toThrow(why);
  });
});

describeWith(promtool, 'promtool', (path) => {
  test('finds no fault in the alerts', async () => {
    expect((await run(path, ['check', 'rules', resolve('deploy/alerts.yaml')])).stdout).toMatch(/SUCCESS/);
  });

  test('the alerts fire when they should, and not before', async () => {
    expect((await run(path, ['test', 'rules', resolve('deploy/alerts.test.yaml')])).stdout).toMatch(/SUCCESS/);
  });
});
