/** What the earlier revision of a workload needs is used: a rollback runs it again. */
import { expect, test } from '@jest/globals';
import { eachEnvironment, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

const { apply, marked } = eachEnvironment();
const template = (name: string) => ({
  spec: { containers: [{ name: 'a', image: 'x', envFrom: [{ configMapRef: { name } }] }] },
});
const workload = (kind: string) =>
  apply({
    ...{ apiVersion: 'apps/v1', kind, metadata: { name: 'db', namespace: 'shop' } },
    spec: { template: template('settings-new') },
  });
const owner = (kind: string, uid = '') => [{ apiVersion: 'apps/v1', kind, name: 'db', uid, controller: true }];

test('K10 the ReplicaSet of no Pods of a Deployment keeps its ConfigMap', async () => {
  apply(applied('v1', 'ConfigMap', 'settings-old', shop));
  const { metadata } = workload('Deployment');
  apply({
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    metadata: { name: 'db-1', namespace: 'shop', ownerReferences: owner('Deployment', metadata.uid) },
    spec: { replicas: 0, template: template('settings-old') },
  });
  expect(await marked()).toEqual([]);
});

test.each(['StatefulSet', 'DaemonSet'])('K10 the ControllerRevision of a %s keeps the ConfigMap', async (kind) => {
  apply(applied('v1', 'ConfigMap', 'settings-old', shop));
  const { metadata } = workload(kind);
  apply({
    ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision' },
    metadata: { name: 'db-1', namespace: 'shop', ownerReferences: owner(kind, metadata.uid) },
    ...{ revision: 1, data: { spec: { template: template('settings-old') } } },
  });
  expect(await marked()).toEqual([]);
});
