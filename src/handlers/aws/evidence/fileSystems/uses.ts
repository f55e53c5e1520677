import type { ReplicationConfigurationDescription } from '@aws-sdk/client-efs';
import { efs } from '../../calls/efs.ts';
import { parsed } from '../../mentions/contents.ts';
import type { FileSystemResource } from '../../resources/fileSystem.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/** Who needs a file system without mounting it, and whom its policy lets in. */
export const fileSystemUses = eachSource<FileSystemResource>({
  name: 'fileSystemUses',
  summary:
    'Replications of EFS in whatever state, of which the file system is the source or a destination; other accounts that its policy lets in; a policy that forbids its deletion.',
  calls: [efs.describeReplicationConfigurations, efs.describeFileSystemPolicy],
  reading: (target) => async (one) => {
    const { id: FileSystemId, ownerId } = one;
    const listing = pages(target, efs.describeReplicationConfigurations, `reading replications of ${FileSystemId}`, {
      FileSystemId,
    });
    const replications = await unlessGone(allOf(listing), []);
    const call = efs.describeFileSystemPolicy;
    const answer = await unlessGone(read(target, call, `reading the policy of ${FileSystemId}`, { FileSystemId }));
    return [
      ...replications.map((replication): FindingOfOne => ({ says: 'used', by: words(replication, FileSystemId) })),
      ...(answer?.Policy === undefined ? [] : saidBy(answer.Policy, ownerId)),
    ];
  },
});

function words({ SourceFileSystemId: source, Destinations = [] }: ReplicationConfigurationDescription, id: string) {
  const to = Destinations.map(
    ({ FileSystemId: one = 'not named', Region = 'a region that AWS does not name', Status }) => {
      return `${one} in ${Region} (${Status ?? 'state not known'})`;
    },
  ).join(', ');
  return source === id
    ? `its replication to ${to || 'a place that AWS does not name'}`
    : `its replication from ${source ?? 'a file system that AWS does not name'}`;
}

const ACCOUNT = /\b\d{12}\b/g;
const DELETES = /^elasticfilesystem:(?:\*|d|delete)/i;

/** @param own the account of the file system */
function saidBy(policy: string, own: string | undefined): readonly FindingOfOne[] {
  const document = parsed(policy) as { readonly Statement?: unknown } | undefined;
  if (typeof document !== 'object' || document === null) return [{ says: 'unknown', by: 'its policy is no JSON' }];
  const statements = [document.Statement].flat() as readonly unknown[];
  return statements.flatMap((one) => (typeof one === 'object' && one !== null ? ofStatement(one, own) : []));
}

function ofStatement(statement: object, own: string | undefined): readonly FindingOfOne[] {
  const { Effect, Principal, NotPrincipal, Action, NotAction } = statement as Readonly<Record<string, unknown>>;
  if (Effect === 'Deny') {
    const actions = [Action].flat().filter((action) => typeof action === 'string');
    // A condition may make it one about transport only: whom it forbids what is not worth a guess.
    const forbids = NotAction !== undefined || actions.some((action) => action === '*' || isDeletion(action));
    return forbids && !onlyPlain(statement) ? [{ says: 'used', by: 'its policy, which forbids its deletion' }] : [];
  }
  const who = JSON.stringify([Principal, NotPrincipal]);
  const others = [...new Set(who.match(ACCOUNT) ?? [])].filter((account) => account !== own);
  return others.map((account): FindingOfOne => ({ says: 'used', by: `account ${account}, which its policy lets in` }));
}

function isDeletion(action: string): boolean {
  return DELETES.test(action);
}

/** Denies what is not encrypted on its way, as the console writes it: https://docs.aws.amazon.com/efs/latest/ug/iam-access-control-nfs-efs.html */
function onlyPlain(statement: object): boolean {
  const { Condition } = statement as { readonly Condition?: unknown };
  return JSON.stringify(Condition ?? null).toLowerCase() === '{"bool":{"aws:securetransport":"false"}}';
}
