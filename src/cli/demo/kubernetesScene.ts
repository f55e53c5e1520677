/** An environment of a Kubernetes cluster: objects that its source no longer declares go, in order; all others stay. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { judgeEnvironment } from '../../../sandbox/demo/kubernetesOracle.ts';
import {
  CLEANUP,
  DROPPED,
  objectsIn,
  type SeededEnvironment,
  SLOW_JOB,
  seedEnvironment,
} from '../../../sandbox/demo/kubernetesSeed.ts';
import { noticesIn } from '../../../sandbox/demo/notices.ts';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { pause, until } from './until.ts';

interface Played {
  readonly cluster: SandboxCluster;
  readonly seeded: SeededEnvironment;
}

let played: Played | undefined;

function here(): Played {
  if (!played) throw new Error('the cluster does not run');
  return played;
}

/** The scene `kubernetes`: the sandbox's AWS stays empty, and an oracle for clusters judges. */
export const kubernetes: Scene = {
  config: fileURLToPath(new URL('../../../config/demoKubernetes.yaml', import.meta.url)),
  async start() {
    const cluster = new SandboxCluster();
    const seeded = seedEnvironment(cluster);
    played = { cluster, seeded };
    const folder = folderOf(await cluster.listen(), seeded);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    return {
      env: { DEMO_CLUSTER: folder, DEMO_CLUSTER_ID: cluster.uid },
      async close() {
        process.removeListener('exit', remove);
        remove();
        await cluster.close();
      },
    };
  },
  seed: (control) => ({ accessKey: addAccounts(control), resources: [] }),
  prepare: (stage) => () => play(stage),
  async judge(stage) {
    const { cluster, seeded } = here();
    const { looked, ...judgement } = judgeEnvironment({
      ...{ seeded, now: objectsIn(cluster), requests: cluster.requests, idOf: (path) => cluster.idOf(path) },
      ...{ mails: stage.world.mail.messages(), retentionMs: stage.pace.retentionMs },
    });
    return {
      ...judgement,
      how: `checked independently: ${looked} objects and requests, with the source and the mails`,
    };
  },
  check: (stage) => [
    ...left().map((id) => `${id} is not deleted`),
    ...(mailsOf(stage).length === 1 ? [] : [`its owner got ${mailsOf(stage).length} mails in place of one`]),
  ],
};

/** A kubeconfig, and the rendered manifests as a pipeline leaves them. */
function folderOf(server: string, { source }: SeededEnvironment): string {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-demo-cluster-'));
  const access = {
    'current-context': 'demo',
    clusters: [{ name: 'demo', cluster: { server } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'holystone' } }],
    users: [{ name: 'holystone', user: {} }],
  };
  writeFileSync(join(folder, 'kubeconfig'), JSON.stringify(access));
  mkdirSync(join(folder, 'rendered'));
  writeFileSync(join(folder, 'rendered', 'all.yaml'), source.map((one) => JSON.stringify(one)).join('\n---\n'));
  return folder;
}

/** The objects that still have to go. */
function left(): readonly string[] {
  const { cluster, seeded } = here();
  const now = objectsIn(cluster);
  return [...seeded.going.keys()].filter((id) => now.has(id));
}

function mailsOf({ world }: Stage) {
  return world.mail.messages().filter((message) => noticesIn(message).length > 0);
}

const ASK_MS = 500;
/** The controller of the slow Job. */
const CLEANS_UP_MS = 5_000;
/** A few ticks more: a wrong deletion would happen now. */
const AFTERWARDS_MS = 5_000;

async function play(stage: Stage): Promise<void> {
  const { say, signal } = stage;
  const { cluster, seeded } = here();
  say(
    'calm',
    'environment',
    `shop/prod: ${seeded.all.size} objects in two namespaces, ${seeded.source.length} in source`,
  );
  say('calm', 'source', `without the component banner, with gateway renamed to edge, without the namespace ${DROPPED}`);
  const mail = await until(() => mailsOf(stage)[0], signal);
  if (mail) say('people', 'one mail', `to ${mail.recipients.join(', ')}: ${mail.subject}`);
  const cleanup = cleanUp(stage);
  let shown = 0;
  while (left().length > 0) {
    shown = sayDeleted(stage, cluster, shown);
    await pause(ASK_MS, signal);
  }
  await cleanup;
  sayDeleted(stage, cluster, shown);
  await pause(AFTERWARDS_MS, signal);
  stage.catchUp();
  for (const [id, why] of seeded.kept) say('good', 'still here', `${asKubectl(id)} ${why}`);
  say(
    'good',
    'still here',
    `and ${objectsIn(cluster).size - seeded.kept.size} that the source declares or that they own`,
  );
}

/** The finalizer delays the objects that go after the Job, until its own controller removes it. */
async function cleanUp({ say, signal }: Stage): Promise<void> {
  const { cluster } = here();
  const kind = cluster.store.kindOf({ apiVersion: 'batch/v1', kind: 'Job' });
  const job = () => cluster.store.get(kind, DROPPED, 'nightly');
  await until(() => (job()?.metadata.deletionTimestamp === undefined ? undefined : true), signal);
  say('warn', 'waits', `${asKubectl(SLOW_JOB)} for its finalizer ${CLEANUP}; the objects after it wait too`);
  await pause(CLEANS_UP_MS, signal);
  const ending = job();
  if (ending) cluster.apply({ ...ending, metadata: { ...ending.metadata, finalizers: [] } });
  say('calm', 'cleaned up', 'its controller removes the finalizer; Holystone removes none');
}

/** The objects that went since the last look, in order. */
function sayDeleted({ say }: Stage, cluster: SandboxCluster, from: number): number {
  const sent = cluster.requests.filter(
    ({ method, url, status }) => method === 'DELETE' && status < 300 && !url.includes('dryRun'),
  );
  for (const { url } of sent.slice(from)) say('bad', 'deleted', asKubectl(cluster.idOf(url) ?? url));
  return sent.length;
}

/** As `kubectl get --all-namespaces` has it: the namespace, the kind, the name. */
function asKubectl(id: string): string {
  const [, kind = '', namespace = '', name = ''] = id.split('/');
  return `${(namespace || '-').padEnd(6)} ${`${kind.toLowerCase()}/${name}`.padEnd(32)}`;
}
