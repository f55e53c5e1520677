/** The service account of a Pod: real files that change while the daemon runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Cluster } from '../../../../src/handlers/kubernetes/wire/cluster.ts';
import { ownNamespaces } from '../../../../src/handlers/kubernetes/wire/inCluster.ts';

const environment = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '6443' };
const { signal } = new AbortController();
const clock = { time: 0, now: () => clock.time };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-account-'));
  clock.time = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mount = (token: string, ca: string) =>
  Promise.all([writeFile(join(folder, 'token'), `${token}\n`), writeFile(join(folder, 'ca.crt'), ca)]);

test('Q22 the service account of a Pod gives address, certificate authority and token; rotated ones are read again', async () => {
  await mount('first', 'ca-1');
  const cluster = new Cluster({ kubeconfig: 'in-cluster' }, { folder, environment });
  const first = await cluster.access(clock, signal);
  expect([first.server.href, first.headers.authorization]).toEqual(['https://10.0.0.1:6443/', 'Bearer first']);
  await mount('second', 'ca-2');
  expect(await cluster.access(clock, signal)).toEqual(first);
  clock.time += 60_000;
  const second = await cluster.access(clock, signal);
  expect(second.headers.authorization).toBe('Bearer second');
  expect(second.connections).not.toBe(first.connections);
  await mount('third', 'ca-2');
  cluster.forget();
  expect((await cluster.access(clock, signal)).headers.authorization).toBe('Bearer third');
  cluster.destroy();
});

test('Q22 outside a Pod, or while the token is not mounted, the account says so', async () => {
  const at = (more: Record<string, string>) =>
    new Cluster({ kubeconfig: 'in-cluster' }, { folder, environment: more }).access(clock, signal);
  await expect(at({})).rejects.toThrow('KUBERNETES_SERVICE_HOST is not set');
  await expect(at(environment)).rejects.toThrow('cannot be read');
});

test('Q14 the namespaces in which Holystone may run are that of the mounted account and the variable; outside a Pod there is none', async () => {
  expect(ownNamespaces({ folder, environment: {} })).toEqual([]);
  await writeFile(join(folder, 'namespace'), 'janitor\n');
  expect(ownNamespaces({ folder, environment: {} })).toEqual(['janitor']);
  expect(ownNamespaces({ folder, environment: { POD_NAMESPACE: 'holystone' } })).toEqual(['holystone', 'janitor']);
});
