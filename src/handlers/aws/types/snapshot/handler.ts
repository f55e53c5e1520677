import type { CreateVolumePermission } from '@aws-sdk/client-ec2';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import type { EntryProblem, GivenEntry } from '../../../contract/entry.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { inOwnPlace } from '../../evidence/inOwnPlace.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { backedImage } from '../../evidence/storage/backedImage.ts';
import {
  recycledImages,
  snapshotTiers,
  volumePermissions,
  volumesMadeFrom,
} from '../../evidence/storage/ofSnapshots.ts';
import { pendingCopies } from '../../evidence/storage/pendingCopies.ts';
import { recycledImageDevices } from '../../evidence/storage/recycledImageDevices.ts';
import { sourceVolume } from '../../evidence/storage/sourceVolume.ts';
import { backupDay } from '../../resources/backupDay.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { isLastSnapshot } from '../../resources/lastSnapshots.ts';
import { volumePermissionsOf } from '../../resources/sharing.ts';
import { type SnapshotResource, toSnapshot, VOLUME_GONE } from '../../resources/snapshot.ts';
import { type SnapshotParameters, snapshotParameters } from '../../resources/snapshotParameters.ts';
import { awsCommand, plainJson } from '../../session/commandLine.ts';
import type { Wanted } from '../../session/restoring.ts';
import { restoreFromBin } from '../../session/restoringFromBin.ts';
import { ownPlace } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';
import { ec2Type } from '../ec2Type.ts';
import { snapshotRules } from './rules.ts';
import { nominatesBackups, snapshotSetPolicies } from './setPolicies.ts';

type SnapshotSafeguard = Safeguard<SnapshotResource, SnapshotParameters>;

/** An archived snapshot is meant to be kept for years; AWS bills at least 90 days of it in any case. */
const archived: SnapshotSafeguard = {
  name: 'archived',
  summary: 'It is in the archive, or temporarily restored from it.',
  keeps({ storageTier, restoreExpiryTime }) {
    if (restoreExpiryTime !== undefined) return `it is out of the archive until ${restoreExpiryTime}`;
    return storageTier === 'standard' ? undefined : `its storage tier is ${storageTier ?? 'not known'}`;
  },
};

/** `pending` is being created or copied; people must handle `error`, `recoverable` and all other states. */
const state: SnapshotSafeguard = {
  name: 'state',
  summary: 'It is being made or copied, or its state is not `completed`.',
  keeps({ state, transferType }) {
    if (state === 'completed') return undefined;
    const copying = state === 'pending' && transferType !== undefined ? ` (a ${transferType} copy)` : '';
    return `its state is ${state ?? 'not known'}${copying}`;
  },
};

/** It may be the only copy of what was on the volume. Those of the last image of an instance go with that image, which people deregister. */
const lastSnapshot: SnapshotSafeguard = {
  name: 'lastSnapshot',
  summary: 'Holystone made it before it deleted a volume; only people delete it.',
  keeps: (snapshot) =>
    isLastSnapshot(snapshot)
      ? `it is the last snapshot of ${snapshot.volumeId ?? 'a volume'}, which only people delete`
      : undefined,
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
const snapshotSafeguards: readonly SnapshotSafeguard[] = [archived, backupDay, lastSnapshot, state];

const GIB = 1024 ** 3;

/**
 * The maximum cost: a block shared with other snapshots of the volume is billed once, and AWS does not report which
 * blocks are shared. An archived snapshot is complete and shares none.
 */
function monthlyCost(
  { storageTier, fullSnapshotSizeInBytes, volumeSize }: SnapshotResource,
  prices: Prices,
): MonthlyCost | undefined {
  const gibibytes = fullSnapshotSizeInBytes === undefined ? volumeSize : fullSnapshotSizeInBytes / GIB;
  const price = prices.of(storageTier === 'archive' ? 'ebs.snapshotArchive.gibibyte' : 'ebs.snapshot.gibibyte');
  return gibibytes === undefined || price === undefined ? undefined : { amount: gibibytes * price, upTo: true };
}

const BACKUPS = 'a snapshot that was not made for an image is a backup, which `unused` never selects';

/**
 * An entry that may nominate backups must set their age, keep the last ones, and name their owners: every element of
 * `when` without the rule `unused` has `age`, a set policy is on, and there is an allowlist. Where the volume is gone, the
 * last backup may go, if the entry says so (`keepLast: off`).
 */
function problemsOf({ when, hasAllowlist, parameters }: GivenEntry<SnapshotParameters>): EntryProblem[] {
  const { keepLast, keepNewest } = parameters;
  const keepsNone = keepLast === 'off' && keepNewest === 'off';
  return when.flatMap((rules, index) => {
    if (!nominatesBackups(rules)) return [];
    const needs = [
      ...(rules.includes('age')
        ? []
        : ['the rule `age` in the same element (`all: [{ rule: age, moreThan: 90d }, …]`)']),
      ...(hasAllowlist ? [] : ['an allowlist (`only`) that says which backups may be deleted']),
      ...(keepsNone && !rules.includes(VOLUME_GONE) ? ['`keepLast` or `keepNewest`, which keep the last ones'] : []),
    ];
    if (needs.length === 0) return [];
    const message = `this may select backups (${BACKUPS}), so it needs ${needs.join(', and ')}`;
    return [{ path: ['when', index], message }];
  });
}

/** A copy of a volume's tags on its backup says nothing about the backup: that outlives its cluster on purpose. */
const left = leftovers({ isForImage: true, isOfNoStack: true });

export const snapshot = ec2Type({
  resourceType: 'snapshot',
  called: { en: 'EBS snapshot', de: 'EBS-Snapshot' },
  alsoCalled: ['ebs snapshot', 'backup'],
  summary: 'Snapshots of EBS volumes. A snapshot made for an image goes when the image is gone; any other is a backup.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    state: 'text',
    storageTier: 'text',
    restoreExpiryTime: 'date',
    volumeId: 'text',
    volumeSize: 'gibibytes',
    encrypted: 'boolean',
    description: 'text',
    transferType: 'text',
    backedImage: 'text',
    fullSnapshotSizeInBytes: 'bytes',
  },
  noun: 'snapshot',
  pageOf: ec2Page('SnapshotDetails:snapshotId='),
  arns: ['ec2:*::snapshot/*'],
  parameters: snapshotParameters,
  problemsOf,
  linkedTypes: linkedToTemplates,
  evidence: withTemplateUsers(
    [
      pendingCopies,
      inOwnPlace(fleets),
      backedImage,
      recycledImageDevices,
      recycledImages,
      snapshotTiers,
      sourceVolume,
      inOwnPlace(spotRequests),
      volumePermissions,
      volumesMadeFrom,
      ...mentionedBy('snapshot', ownPlace),
      ...left.evidence,
    ],
    ownPlace,
  ),
  usedByTypes: ['image'],
  // By CreateImage and CopyImage: that no entry lets one go is no word about its image.
  isMadeByWhole: () => true,
  safeguards: [...left.safeguards, ...snapshotSafeguards],
  rules: [...snapshotRules, ...left.rules],
  setPolicies: snapshotSetPolicies,
  monthlyCost,
  reads: ec2.describeSnapshots,
  idsInput: (SnapshotIds) => ({ SnapshotIds }),
  idOf: ({ SnapshotId }) => SnapshotId,
  toResource: toSnapshot,
  describeCalls: [ec2.describeSnapshotAttribute],
  async describe(target, snapshot, { id }) {
    try {
      // A restored snapshot would need these permissions again.
      return { snapshot, createVolumePermissions: await volumePermissionsOf(target, id) };
    } catch (error) {
      if (saysNotFound(error)) return undefined;
      throw error;
    }
  },
  deletes: ec2.deleteSnapshot,
  deleteInput: (SnapshotId) => ({ SnapshotId }),
  ends: 'deleted',
  binned: 'snapshot',
  restore: { calls: [ec2.listSnapshotsInRecycleBin, ec2.restoreSnapshotFromRecycleBin], plan: restoreSnapshot },
});

/** Restores from the Recycle Bin only: its data exists nowhere else. */
async function restoreSnapshot(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const { createVolumePermissions = [] } = stored.definition as NonNullable<SnapshotResource['described']>;
  return restoreFromBin(wanted, {
    binned: 'snapshot',
    isThere: now?.kind === 'found',
    afterwards: sharing(restorer, stored.id, createVolumePermissions),
    instead: [],
    otherwise: 'its data is nowhere else',
  });
}

function sharing(
  target: CallScope,
  id: string,
  permissions: readonly CreateVolumePermission[],
): readonly RestoreStep[] {
  if (permissions.length === 0) return [];
  const options = { 'snapshot-id': id, 'create-volume-permission': plainJson({ Add: permissions }) };
  const command = awsCommand(target, 'ec2 modify-snapshot-attribute', options);
  return [{ says: 'shares it again as before, if it is not shared', command }];
}
