/** The snapshots that Holystone makes of a cache: some days before its deletion, and with it. They stay: only people delete them. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@aws-sdk/client-elasticache';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import type { CacheResource } from '../../resources/cache.ts';
import { cacheTags } from '../../session/cacheTags.ts';
import { LAST_OF_TAG } from '../../session/restoredTag.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/**
 * "Must contain 1–40 alphanumeric characters or hyphens": https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/backups-manual.html.
 * A name of a group is no token: a later group may have it. @param identity with the instant of its creation
 */
function shortOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

/** Of its deletion: a group is deleted once, and where the name is taken AWS deletes nothing. */
export function finalSnapshotName(identity: string): string {
  return `holystone-final-${shortOf(identity)}`;
}

/** @param at ms since the epoch */
function lastSnapshotName(identity: string, at: number): string {
  return `${beginning(identity)}${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function beginning(identity: string): string {
  return `holystone-last-${shortOf(identity)}-`;
}

/** Those before the deletion of this very group, the newest first; the name has the day. @throws ReadError */
export async function readLastSnapshots(
  target: CallScope,
  { id, identity }: Pick<CacheResource, 'id' | 'identity'>,
): Promise<readonly Snapshot[]> {
  const what = `reading snapshots of ${id}`;
  const all = await allOf(pages(target, elastiCache.describeSnapshots, what, { SnapshotSource: 'user' }));
  return all
    .filter(({ SnapshotName = '' }) => SnapshotName.startsWith(beginning(identity)))
    .toSorted((a, b) => ((a.SnapshotName ?? '') < (b.SnapshotName ?? '') ? 1 : -1));
}

/** @returns `undefined`: there is none of this name @throws ReadError */
export async function readSnapshot(target: CallScope, SnapshotName: string): Promise<Snapshot | undefined> {
  const reading = allOf(pages(target, elastiCache.describeSnapshots, `reading ${SnapshotName}`, { SnapshotName }));
  return (await unlessGone(reading, [])).find((one) => one.SnapshotName === SnapshotName);
}

const SNAPSHOT: BackupWay<CacheResource, Snapshot> = {
  api: elastiCache.createSnapshot.api,
  called: 'snapshot',
  tagging: cacheTags,
  stateOf: ({ status }) => status,
  ready: 'available',
  busy: 'snapshotting',
  nameOf: ({ identity }, at) => lastSnapshotName(identity, at),
  async find(reader, cache) {
    const known = await readLastSnapshots(reader, cache);
    return known.flatMap(({ SnapshotName: name, SnapshotStatus: status }) =>
      name && status !== 'deleting' && status !== 'failed' ? [{ id: name, name }] : [],
    );
  },
  async make(deleter, cache, SnapshotName) {
    const { id, identity, clusterEnabled, nodes = [] } = cache;
    const [node = ''] = nodes;
    // "If cluster mode is disabled" a snapshot is of one of its clusters, else of the group.
    const source = clusterEnabled ? { ReplicationGroupId: id } : { CacheClusterId: node.split('/')[0] };
    const Tags = fromTags({ [LAST_OF_TAG]: identity });
    const answer = await send(deleter, elastiCache.createSnapshot, { ...source, SnapshotName, Tags });
    return { ...(answer.Snapshot && { id: SnapshotName }), requestId: requestIdOf(answer) };
  },
  read: readSnapshot,
  proof: (snapshot, made, { id, nodes = [], shards, clusterEnabled }) => {
    const { ReplicationGroupId: group, CacheClusterId: cluster = '', NodeSnapshots: parts = [] } = snapshot;
    const isOfIt = group === undefined ? nodes.some((node) => node.split('/')[0] === cluster) : group === id;
    if (!isOfIt) return { kind: 'failed', why: `${made} is of another cache` };
    const is = stateOf(made, snapshot.SnapshotStatus);
    const dated = parts.filter(({ SnapshotCreateTime: at }) => at !== undefined && Number.isFinite(at.getTime()));
    const wanted = clusterEnabled ? shards : 1;
    if (is === 'deleted' || is.kind !== 'inEffect' || (wanted > 0 && dated.length >= wanted)) return is;
    return { kind: 'failed', why: `${made} has ${dated.length} of its ${wanted} shards` };
  },
};

function stateOf(made: string, status = 'not known'): QuarantineStanding | 'deleted' {
  if (status === 'available') return { kind: 'inEffect' };
  if (status === 'failed') return { kind: 'failed', why: `${made} failed` };
  return status === 'deleting' ? 'deleted' : { kind: 'pending', why: `the state of ${made} is ${status}` };
}

/** Who asks it meanwhile uses it: its commands show that. */
export function quarantineCaches(scopes: CallScopes): Quarantining<CacheResource> {
  return backupFirst(SNAPSHOT, scopes);
}
