/** Clusters of EKS that the configuration does not declare: what runs there and what their objects name is not known. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '@aws-sdk/client-eks';
import { expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { undeclaredClusters } from '../../../src/handlers/aws/evidence/runningImages/undeclaredClusters.ts';

import { everyLocation } from '../../../src/handlers/aws/wire/places.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { forAll } from '../../support/lifetimes.ts';
import { account, awsForEach, HERE, REGION, scopeOf } from './fixture.ts';

const aws = awsForEach();
const folder = forAll(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'holystone-kubeconfig-')) }),
  ({ path }) => rm(path, { recursive: true }),
);
const PLACE = { account: account.name, location: REGION };
const CANDIDATE = { id: 'vol-1', identity: '1', name: '1', tags: {}, aliases: [] };
const SERVER = 'https://0A1B.gr7.us-east-1.eks.amazonaws.com';
const AUTHORITY = readFileSync('test/fixtures/smtp/certificate.pem', 'utf8');
const ANOTHER = readFileSync('test/fixtures/sns/certificate.pem', 'utf8');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const authority = (pem: string) => ({ certificateAuthority: { data: base64(pem) } });

/** A cluster that the configuration declares, by its kubeconfig. */
function declared(server: string, ca?: string): Account {
  const cluster = { server, ...(ca !== undefined && { 'certificate-authority-data': base64(ca) }) };
  const kubeconfig = join(folder.path, `${Math.random()}.json`);
  const [clusters, contexts] = [[{ name: 'one', cluster }], [{ name: 'one', context: { cluster: 'one' } }]];
  writeFileSync(kubeconfig, JSON.stringify({ 'current-context': 'one', clusters, contexts }));
  return { name: 'staging', provider: 'kubernetes', locations: [], settings: { kubeconfig } };
}

/** What is found of a volume beside a cluster in its place. */
async function found(
  cluster: Partial<Cluster>,
  { accounts = [], tags = {} }: { readonly accounts?: readonly Account[]; readonly tags?: Record<string, string> } = {},
): Promise<readonly string[]> {
  const server = cluster.status === 'FAILED' ? {} : { endpoint: SERVER };
  aws.control.addEksClusters(HERE, [{ status: 'ACTIVE', ...server, ...cluster, name: 'staging-eks' }]);
  const scope = scopeOf({}, { accounts: [account, ...accounts] });
  const all = await undeclaredClusters().read(PLACE, scope, [{ ...CANDIDATE, tags }], aws.io());
  return all.map(({ says, by }) => `${says}: ${by}`);
}

const UNKNOWN = [
  expect.stringMatching(/^unknown: EKS cluster staging-eks in us-east-1 of account test: no account .*; declare it /),
];

test.each<[string, Partial<Cluster>, () => readonly Account[]]>([
  ['that nobody declares', {}, () => []],
  ['in whatever status', { status: 'DELETING' }, () => []],
  ['beside another one that is declared', authority(AUTHORITY), () => [declared('https://elsewhere', ANOTHER)]],
  ['by a bundle of several authorities', authority(AUTHORITY), () => [declared('https://x', AUTHORITY + ANOTHER)]],
  ['by a kubeconfig that is not there', {}, () => [{ ...declared(SERVER), settings: { kubeconfig: '/nowhere' } }]],
])('A216 a cluster %s makes the use of what it may name unknown', async (_what, cluster, accounts) => {
  expect(await found(cluster, { accounts: accounts() })).toEqual(UNKNOWN);
});

test.each<[string, Partial<Cluster>, () => readonly Account[]]>([
  ['by its address', {}, () => [declared(SERVER)]],
  ['by its address in other letters and with a path', {}, () => [declared(`${SERVER.toLowerCase()}/`)]],
  ['by its authority, as from inside', authority(AUTHORITY), () => [declared('https://10.100.0.1', AUTHORITY)]],
  ['that was never made', { status: 'FAILED' }, () => []],
])('A216 a cluster that is declared %s, or is none, says nothing more', async (_what, cluster, accounts) => {
  expect(await found(cluster, { accounts: accounts() })).toEqual([]);
});

test('A216 a reason names three of many clusters', async () => {
  aws.control.addEksClusters(
    HERE,
    ['a', 'b', 'c', 'd'].map((name) => ({ name })),
  );
  expect(await found({})).toEqual([expect.stringContaining('EKS clusters a, b, c and 2 more in us-east-1')]);
});

test('A216 what has the tag of a cluster is left to the evidence about that cluster', async () => {
  expect(await found({}, { tags: { 'kubernetes.io/cluster/gone': 'owned' } })).toEqual([]);
  expect(aws.control.calls({ operation: 'ListClusters' })).toEqual([]);
});

test('A216 each type whose users may be objects of clusters asks for clusters that nobody declares', () => {
  const asks = handlers.flatMap(({ resourceType, evidence }) => {
    const names = evidence.map(({ name }) => name);
    return names.includes('clusterObjects') === names.includes('undeclaredClusters') ? [] : [resourceType];
  });
  expect(asks).toEqual([]);
});

test('A216 an image may run in any region, a volume only in its own', () => {
  const scope = scopeOf({}, { accounts: [{ ...account, locations: [REGION, 'eu-west-1'] }] });
  const placesOf = (type: string) =>
    handlers
      .find(({ resourceType }) => resourceType === type)
      ?.evidence.find(({ name }) => name === 'undeclaredClusters')
      ?.places(scope)
      .map(({ location }) => location);
  expect({ ecrTag: placesOf('ecrTag'), volume: placesOf('volume') }).toEqual({
    ecrTag: everyLocation(scope).map(({ location }) => location),
    volume: [REGION],
  });
});
