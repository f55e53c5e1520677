/** Plans of a sandbox cluster, by the program's own commands and with the real clock. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import type { Plan, ResourcePlan } from '../../../src/lifecycle/plan/planDocument.ts';
import { cliHere } from '../../support/cliHere.ts';
import { type CliResult, plainEnvironment } from '../../support/cliRun.ts';
import { forEach } from '../../support/lifetimes.ts';

/** The configuration at the end of docs/behaviour/kubernetes.md. */
export const ON_THE_PAGE = `
accounts: [{ name: prod, provider: kubernetes, kubeconfig: ./kubeconfig, locations: [shop/prod] }]
cleanup:
  - { type: object, ownership: qbec, source: { dir: ./rendered }, when: [{ rule: notInSource }] }
`;

/** The same without waits between calls: a plan asks more often than its burst of 25 allows. */
export const AS_WRITTEN = ON_THE_PAGE.replace('locations:', 'callRate: 100000, locations:');

/** The same with the id of a cluster: without it no entry ever deletes. */
export const WITH_ID = AS_WRITTEN.replace('kubeconfig:', 'id: 3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70, kubeconfig:');

const ENVIRONMENT = { 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' };

/** An object of the environment, as qbec applies it. */
export function applied(apiVersion: string, kind: string, name: string, more: Partial<Metadata> = {}): SandboxObject {
  const { labels, ...others } = more;
  return { apiVersion, kind, metadata: { name, ...others, labels: { ...ENVIRONMENT, ...labels } } };
}

type Metadata = SandboxObject['metadata'];

/** It listens, and is a new one for each test of a file. */
export function clusterForEach(options?: ConstructorParameters<typeof SandboxCluster>[0]): SandboxCluster {
  return forEach(
    async () => {
      const cluster = new SandboxCluster(options);
      await cluster.listen();
      return cluster;
    },
    (cluster) => cluster.close(),
  );
}

export interface Planned {
  readonly code: number | null;
  readonly output: string;
  readonly document: Plan;
}

/** A kubeconfig that reaches the cluster without a user, or with the keys of one. */
export function kubeconfig(url: string, user: object = {}): string {
  return JSON.stringify({
    'current-context': 'sandbox',
    clusters: [{ name: 'sandbox', cluster: { server: url } }],
    contexts: [{ name: 'sandbox', context: { cluster: 'sandbox', user: 'reader' } }],
    users: [{ name: 'reader', user }],
  });
}

/** @param files of the folder of the configuration, by path; `kubeconfig` reaches the cluster unless it is given */
export async function planned(
  url: string,
  files: Readonly<Record<string, string>>,
  text = AS_WRITTEN,
): Promise<Planned> {
  const { code, stdout, stderr } = await commanded(url, ['plan', '--output', 'json'], files, text);
  return { code, output: `${stdout}\n${stderr}`, document: JSON.parse(stdout) as Plan };
}

/** Runs one command with the configuration; see {@link planned}. */
export async function commanded(
  url: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  text = AS_WRITTEN,
): Promise<CliResult> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-kubernetes-'));
  try {
    for (const [path, content] of Object.entries({ kubeconfig: kubeconfig(url), ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const file = join(folder, 'holystone.yaml');
    await writeFile(file, text.replaceAll('./', `${folder}/`));
    return await cliHere([...args, '--config', file], plainEnvironment());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function rows({ document }: Pick<Planned, 'document'>): readonly ResourcePlan[] {
  return document.namespaces.flatMap(({ resources }) => resources);
}

/** The objects that a plan would delete, in alphabetical order. */
export function candidates(plan: Planned): readonly string[] {
  return rows(plan)
    .filter(({ verdict }) => verdict === 'candidate')
    .map(({ id }) => id)
    .sort();
}

/** The verdict of an object and its reasons. */
export function verdictOf(plan: Planned, id: string): string {
  const row = rows(plan).find((one) => one.id === id);
  return row ? `${row.verdict}: ${row.reasons.join('; ')}` : 'not listed';
}
