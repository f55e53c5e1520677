/** The kinds of AWS that `plan` and `look` list beside what they judge; docs/not-judged.md has them all. */
import type { NotJudgedKind, NotJudgedThing } from '../../contract/notJudged.ts';
import { type Item, type ListCall, type Method, type Output, permissionsOf } from '../calls/call.ts';
import { elastiCache } from '../calls/elastiCache.ts';
import { fsx } from '../calls/fsx.ts';
import { memoryDb } from '../calls/memoryDb.ts';
import { openSearch } from '../calls/openSearch.ts';
import { sageMaker } from '../calls/sageMaker.ts';
import { servedBy } from '../evidence/listings/serviceRegions.ts';
import { isMissing } from '../evidence/listings/whereServed.ts';
import { HOURS } from '../resources/hours.ts';
import { provenReader } from '../wire/places.ts';
import { pages } from '../wire/reading.ts';

interface Words<T> extends Pick<NotJudgedKind, 'called' | 'because'> {
  /** @returns `undefined` of one that is of another kind */
  thing(item: T): { readonly name: string | undefined; readonly priced?: NotJudgedThing['priced'] } | undefined;
}

/** @param input parameters of each page in addition to those of its table */
function kind<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  call: ListCall<C, M, L>,
  { called, because, thing }: Words<Item<Output<C, M>, L>>,
  input?: Parameters<typeof pages<C, M, L>>[3],
): NotJudgedKind {
  const served = servedBy(call.service);
  return {
    called,
    because,
    permissions: permissionsOf(call),
    async list(place, scope, io) {
      const target = await provenReader(place, scope, io);
      if (served && (await isMissing(served, target))) return [];
      const things: NotJudgedThing[] = [];
      for await (const page of pages(target, call, `listing each ${called}`, input))
        for (const item of page) {
          const { name = 'without a name', priced } = thing(item) ?? { name: null };
          if (name !== null) things.push({ name, ...(priced && { priced }) });
        }
      return things;
    },
  };
}

/** Hours of a month, of so many nodes of a type that has a price in the table: `memorydb.db.r6g.large.hour`. */
function hours(service: string, type: string | undefined, nodes: number | undefined) {
  if (type === undefined || nodes === undefined) return {};
  return { priced: { item: `${service}.${type}.hour`, units: nodes * HOURS } };
}

/** No figure where its members are not all told. */
function sumOf(counts: readonly (number | undefined)[] | undefined): number | undefined {
  return counts?.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
}

/** In the order of docs/not-judged.md. */
export const notJudged: readonly NotJudgedKind[] = [
  kind(elastiCache.describeCacheClusters, {
    called: 'Memcached cluster',
    because: 'AWS makes no snapshot of one, so nothing could bring its content back',
    thing: ({ CacheClusterId: name, Engine, CacheNodeType, NumCacheNodes }) =>
      Engine === 'memcached' ? { name, ...hours('elasticache', CacheNodeType, NumCacheNodes) } : undefined,
  }),
  kind(
    memoryDb.describeClusters,
    {
      called: 'MemoryDB cluster',
      because: 'AWS gives a cluster no date, so a new one under an old name cannot be told apart, and it is a database',
      thing: ({ Name: name, NodeType, Shards }) => ({
        name,
        ...hours('memorydb', NodeType, sumOf(Shards?.map(({ NumberOfNodes }) => NumberOfNodes))),
      }),
    },
    // Without it the answer has no shards: https://docs.aws.amazon.com/memorydb/latest/APIReference/API_DescribeClusters.html
    { ShowShardDetails: true },
  ),
  kind(openSearch.listDomainNames, {
    called: 'OpenSearch domain',
    because:
      'the dashboards and plugins of a domain search and write by themselves, so a quiet one is never silent, and AWS makes no last snapshot',
    thing: ({ DomainName: name }) => ({ name }),
  }),
  kind(sageMaker.listNotebookInstances, {
    called: 'SageMaker notebook instance',
    because: 'no metric shows whether somebody works in one, and its volume would go with it without a backup',
    thing: ({ NotebookInstanceName: name, NotebookInstanceStatus, InstanceType }) => ({
      name,
      ...hours('sagemaker.notebook', InstanceType, NotebookInstanceStatus === 'InService' ? 1 : undefined),
    }),
  }),
  // Which backups there are: https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateBackup.html
  kind(fsx.describeFileSystems, {
    called: 'Lustre, ONTAP or OpenZFS file system',
    because:
      'a backup holds only single volumes of ONTAP, and nothing of Lustre for scratch or with a data repository; no use of them is measured yet',
    thing: ({ FileSystemId: name, FileSystemType }) => (FileSystemType === 'WINDOWS' ? undefined : { name }),
  }),
];
