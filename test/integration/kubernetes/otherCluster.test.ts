/** The kubeconfig names another cluster while a pass runs: its current context changes, or another file takes its place. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { prove } from '../../../src/handlers/kubernetes/calls/prove.ts';
import { call } from '../../../src/handlers/kubernetes/wire/client.ts';
import type { World } from '../../support/awsWorld.ts';
import { testEffects } from '../handlers/fixture.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied, kubeconfig } from './fixture.ts';

/** The files of credentials are read again by then. */
const READ_AGAIN = 61_000;

let world: World;
let cluster: SandboxCluster;
let folder: string;
let other: SandboxCluster;
let own: string;
let otherUrl: string;
let names: Record<'own' | 'other', () => void>;
const { known, requests } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});

beforeEach(async () => {
  other = new SandboxCluster({ now: () => world.clock.now() });
  own = JSON.parse(readFileSync(join(folder, 'kubeconfig'), 'utf8')).clusters[0].cluster.server;
  const to = (url: string) => () => {
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(url));
    world.clock.advance(READ_AGAIN);
  };
  otherUrl = await other.listen();
  names = { own: to(own), other: to(otherUrl) };
  cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  await world.reset({
    known: known(),
    cleanup: `[{ type: object, live: true, source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
  });
  await world.pass('mark', OBJECTS);
  await world.notify(OBJECTS);
  await world.watched(15, OBJECTS);
  await world.pass('mark', OBJECTS);
});
afterEach(() => other.close());

/** Once, before the answer to a read whose path has this part. */
const at = (where: SandboxCluster, part: string, attack: () => void) => {
  where.switches.onRead = (path) => {
    if (!path.includes(part)) return;
    where.switches.onRead = undefined;
    attack();
  };
};

test('Q22 law 1 lists of another cluster do not say that nothing uses an object of this one', async () => {
  cluster.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'user', ...shop },
    spec: { containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'old' } }] }] },
  });
  at(cluster, '/configmaps/old', names.other);
  at(other, '/pods', names.own);
  await world.pass('delete', OBJECTS);
  expect(requests()).toEqual([]);
});

test('Q22 law 2 an object is not gone because another cluster has none of its name', async () => {
  at(cluster, '/namespaces/kube-system', names.other);
  await world.pass('delete', OBJECTS);
  expect(await world.marks(OBJECTS)).toHaveLength(1);
});

test('Q22 law 1 neither a read nor a deletion leaves for an address where the cluster was not proven', async () => {
  const effects = testEffects();
  const settings = { kubeconfig: join(folder, 'kubeconfig'), callRate: 100_000 };
  const account = { name: 'prod', provider: 'kubernetes', id: cluster.uid, locations: [], settings };
  const target = { account, io: effects.io({ clock: world.clock, permit: { denies: () => undefined } }) };
  await prove(target);
  names.other();
  const path = '/api/v1/namespaces/shop/configmaps/old';
  const asked = { path, what: 'asking for old', permission: 'get configmaps' };
  const preconditions = { uid: 'u', resourceVersion: '1' };
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Orphan', preconditions };
  const content = { type: 'application/json', body: JSON.stringify(options) } as const;
  const why = (sent: Promise<unknown>) =>
    sent.then(
      () => 'it was sent',
      ({ message }: Error) => message,
    );
  const refused = [
    await why(call(target, { ...asked, method: 'GET' })),
    await why(call(target, { ...asked, method: 'DELETE', deletes: 'old', content })),
  ];
  expect({ refused, asked: other.requests }).toEqual({
    refused: Array(2).fill(expect.stringContaining('names another address')),
    asked: [],
  });
  effects.destroy();
});

test('Q22 a cluster that moved to another address is proven again by the next pass, which deletes', async () => {
  writeFileSync(join(folder, 'kubeconfig'), kubeconfig(own.replace('127.0.0.1', 'localhost')));
  world.clock.advance(READ_AGAIN);
  await world.pass('delete', OBJECTS);
  expect(requests()).toHaveLength(1);
});

test('Q22 the proof of some minutes ago does not count for another cluster', async () => {
  const effects = testEffects();
  const settings = { kubeconfig: join(folder, 'kubeconfig'), callRate: 100_000 };
  const account = { name: 'prod', provider: 'kubernetes', id: cluster.uid, locations: [], settings };
  const target = { account, io: effects.io({ clock: world.clock }) };
  await prove(target);
  names.other();
  await expect(prove(target)).rejects.toMatchObject({ problem: 'wrongAccount' });
  effects.destroy();
});

test('Q22 the credentials that a program printed for one cluster are not sent to another', async () => {
  const effects = testEffects();
  const settings = { kubeconfig: join(folder, 'kubeconfig'), callRate: 100_000 };
  const account = { name: 'prod', provider: 'kubernetes', locations: [], settings };
  const target = { account, io: effects.io({ clock: world.clock }) };
  const signedIn = (url: string, token: string) => {
    const command = join(folder, token);
    writeFileSync(command, `#!/bin/sh\necho '{"kind":"ExecCredential","status":{"token":"${token}"}}'\n`);
    chmodSync(command, 0o755);
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command };
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(url, { exec }));
  };
  signedIn(own, 'of-own');
  await prove(target);
  world.clock.advance(READ_AGAIN);
  signedIn(otherUrl, 'of-other');
  await prove(target);
  expect(other.requests.map(({ authorization }) => authorization)).toEqual(['Bearer of-other']);
  effects.destroy();
});
