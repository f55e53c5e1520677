/** What the earlier revision of a workload needs is used: a rollback runs it again. */
import { beforeEach, expect, test } from '@jest/globals';
import type { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { World } from '../../support/awsWorld.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { known } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});
beforeEach(() =>
  world.reset({
    known: known(),
    cleanup: `[{ type: object, live: true, source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
  }),
);
const marked = async () => (await world.marks(OBJECTS)).map(({ id }) => id).sort();
const template = (name: string) => ({
  spec: { containers: [{ name: 'a', image: 'x', envFrom: [{ configMapRef: { name } }] }] },
});
const workload = (kind: string) =>
  cluster.apply({
    ...{ apiVersion: 'apps/v1', kind, metadata: { name: 'db', namespace: 'shop' } },
    spec: { template: template('settings-new') },
  });
const owner = (kind: string, uid = '') => [{ apiVersion: 'apps/v1', kind, name: 'db', uid, controller: true }];

test('K10 the ReplicaSet of no Pods of a Deployment keeps its ConfigMap', async () => {
  cluster.apply(applied('v1', 'ConfigMap', 'settings-old', shop));
  const { metadata } = workload('Deployment');
  cluster.apply({
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    metadata: { name: 'db-1', namespace: 'shop', ownerReferences: owner('Deployment', metadata.uid) },
    spec: { replicas: 0, template: template('settings-old') },
  });
  await world.pass('mark', OBJECTS);
  expect(await marked()).toEqual([]);
});

test.each(['StatefulSet', 'DaemonSet'])('K10 the ControllerRevision of a %s keeps the ConfigMap', async (kind) => {
  cluster.apply(applied('v1', 'ConfigMap', 'settings-old', shop));
  const { metadata } = workload(kind);
  cluster.apply({
    ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision' },
    metadata: { name: 'db-1', namespace: 'shop', ownerReferences: owner(kind, metadata.uid) },
    ...{ revision: 1, data: { spec: { template: template('settings-old') } } },
  });
  await world.pass('mark', OBJECTS);
  expect(await marked()).toEqual([]);
});
