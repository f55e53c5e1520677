/** What a plan tells beside its types is listed in the sandbox and in moto alike. */
import { CreateCacheClusterCommand } from '@aws-sdk/client-elasticache';
import { CreateFileSystemCommand } from '@aws-sdk/client-fsx';
import { CreateClusterCommand } from '@aws-sdk/client-memorydb';
import { CreateDomainCommand } from '@aws-sdk/client-opensearch';
import { CreateNotebookInstanceCommand } from '@aws-sdk/client-sagemaker';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { notJudged } from '../../src/handlers/aws/account/notJudged.ts';
import { ID, REGION } from '../integration/handlers/fixture.ts';
import { startMoto } from './moto.ts';
import { openMoto, openSandbox, type World } from './world.ts';

const moto = await startMoto();
afterAll(async () => {
  if (moto.kind === 'running') await moto.stop();
});

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function fill({ elastiCache, memoryDb, openSearch, sageMaker, fsx, network }: World): Promise<void> {
  const { subnet } = await network();
  const nodes = { CacheNodeType: 'cache.t3.micro', NumCacheNodes: 1 };
  for (const Engine of ['memcached', 'redis'])
    await elastiCache.send(new CreateCacheClusterCommand({ CacheClusterId: `the-${Engine}`, Engine, ...nodes }));
  await memoryDb.send(
    new CreateClusterCommand({ ClusterName: 'ledger', NodeType: 'db.t4g.small', ACLName: 'open-access' }),
  );
  await openSearch.send(new CreateDomainCommand({ DomainName: 'logs' }));
  const RoleArn = `arn:aws:iam::${ID}:role/notebook`;
  await sageMaker.send(
    new CreateNotebookInstanceCommand({ NotebookInstanceName: 'ann', InstanceType: 'ml.t3.medium', RoleArn }),
  );
  for (const FileSystemType of ['LUSTRE', 'WINDOWS'] as const)
    await fsx.send(new CreateFileSystemCommand({ FileSystemType, StorageCapacity: 1200, SubnetIds: [subnet] }));
}

async function isListed(): Promise<void> {
  if (!world) return;
  await fill(world);
  const { io, scope } = world;
  const found = await Promise.all(
    notJudged.map(async ({ called, list }) => {
      const things = await list({ account: scope({}).account.name, location: REGION }, scope({}), io());
      return [called, things.map(({ name }) => name)] as const;
    }),
  );
  expect(Object.fromEntries(found)).toEqual({
    'Memcached cluster': ['the-memcached'],
    'MemoryDB cluster': ['ledger'],
    'OpenSearch domain': ['logs'],
    'SageMaker notebook instance': ['ann'],
    'Lustre, ONTAP or OpenZFS file system': [expect.stringMatching(/^fs-/)],
  });
}

describe('A159 each kind that nothing judges is listed, and no other', () => {
  test('in the sandbox', async () => {
    world = await openSandbox();
    await isListed();
  });

  if (moto.kind === 'unavailable') process.stderr.write(`moto is not available: skipped, not passed (${moto.why})\n`);
  (moto.kind === 'running' ? test : test.skip)('in moto', async () => {
    if (moto.kind !== 'running') return;
    world = await openMoto(moto);
    await isListed();
  });
});
