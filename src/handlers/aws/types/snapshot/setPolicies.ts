import { newestOf } from '../../../../core/evaluation/newest.ts';
import type { Row, SetPolicy } from '../../../../core/evaluation/rule.ts';
import { CLUSTER_GONE } from '../../resources/clusterGone.ts';
import { familyTag } from '../../resources/familyTag.ts';
import { isLastSnapshot } from '../../resources/lastSnapshots.ts';
import { nameStem } from '../../resources/nameStem.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import type { SnapshotParameters } from '../../resources/snapshotParameters.ts';

type SnapshotSetPolicy = SetPolicy<SnapshotResource, SnapshotParameters>;

const keepLast: SnapshotSetPolicy = {
  name: 'keepLast',
  summary:
    'The newest backup of each volume is kept (`keepLast`), and every copy, because a copy does not name its volume.',
  enabled: ({ keepLast }, when) => keepLast !== 'off' && when.some(nominatesBackups),
  row: (snapshot) => rowOf(snapshot, volumeFamily(snapshot)),
  keep: (rows, { keepLast }) => (keepLast === 'off' ? new Map() : newestOf(rows, keepLast)),
};

const keepNewest: SnapshotSetPolicy = {
  name: 'keepNewest',
  summary:
    'The newest `count` (3) backups of each family are kept, and as many copies; a family is a name stem or a tag.',
  enabled: ({ keepNewest }, when) => keepNewest !== 'off' && when.some(nominatesBackups),
  row: (snapshot, { keepNewest }) =>
    keepNewest === 'off' ? undefined : rowOf(snapshot, family(snapshot, keepNewest.by)),
  keep: (rows, { keepNewest }) => (keepNewest === 'off' ? new Map() : newestOf(rows, keepNewest.count)),
};

/** `unused` and `clusterGone` nominate no backup; other rules in the same element can only narrow them. */
export function nominatesBackups(rules: readonly string[]): boolean {
  return !rules.includes('unused') && !rules.includes(CLUSTER_GONE);
}

/** An incomplete snapshot, or one made for an image, must not take the place of a backup. */
function rowOf({ id, state, backedImage, createdAt }: SnapshotResource, family: string): Row | undefined {
  if (state !== 'completed' || backedImage !== undefined) return undefined;
  return { id, family, ...(createdAt === undefined ? {} : { at: createdAt.getTime() }) };
}

/** All copies have the same volume id, of no real volume: each copy is a family of its own. */
function volumeFamily({ id, volumeId }: SnapshotResource): string {
  return volumeId ?? `copy ${id}, whose volume is unknown`;
}

/**
 * A snapshot without the tag belongs to its volume's family: a missing tag must not remove the protection. So does the last one of
 * a volume that Holystone deleted, which has the volume's tags and stays in any case: it takes no place of others' backups.
 * The date of a copy is that of its copying, and says nothing about its data: copies are a family of their own.
 */
function family(snapshot: SnapshotResource, by: string): string {
  if (isLastSnapshot(snapshot)) return volumeFamily(snapshot);
  const value = by.startsWith('tag:') ? familyTag(snapshot, by) : nameStem(snapshot.name) || undefined;
  if (value === undefined) return volumeFamily(snapshot);
  return snapshot.volumeId === undefined ? `the copies of ${by}=${value}` : `${by}=${value}`;
}

/** A backup stays while either of them keeps it. */
export const snapshotSetPolicies: readonly SnapshotSetPolicy[] = [keepLast, keepNewest];
