/**
 * Makes a last snapshot of a volume, which is complete before the volume is deleted. AWS has no free way to disable a
 * volume; without an attachment it is out of use already.
 */
import type { CreateSnapshotRequest, Snapshot } from '@aws-sdk/client-ec2';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Mark } from '../../../../core/mark/mark.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import { dayOf } from '../../../../core/measured/useOf.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { ec2 } from '../../calls/ec2.ts';
import { readSeries } from '../../evidence/measured/metricData.ts';
import { attachmentMetrics } from '../../evidence/storage/lastAttached.ts';
import { lastSnapshotsOf, readSnapshot, startOf } from '../../resources/lastSnapshots.ts';
import type { VolumeResource } from '../../resources/volume.ts';
import { quarantineOne } from '../../session/deleting.ts';
import { dryRun } from '../../session/dryRun.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { codeOf } from '../../wire/errors.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * The days on which a volume was attached, as far as CloudWatch shows them: those with any value, from the day of `since`
 * on: their beginnings, ms since the epoch, in their order. Values come minutes late.
 * @throws ReadError unless the answer is whole
 */
async function attachedDays(target: CallScope, VolumeId: string, since: number): Promise<readonly number[]> {
  const metrics = attachmentMetrics(VolumeId);
  const from = dayOf(since);
  const to = Math.max(from, dayOf(target.io.clock.now())) + 2 * DAY_MS;
  const found = await readSeries(target, metrics, { from, to });
  const days = metrics.flatMap(({ name }, place) => {
    const series = found[place];
    const problem = series ? series.problem : 'is not in the answer';
    if (!series || problem !== undefined) {
      const message = `reading when ${VolumeId} was attached: ${name} ${problem}`;
      throw new ReadError(message, { problem: 'failed' });
    }
    return [...series.days.keys()];
  });
  return [...new Set(days)].filter((day) => day >= from).sort((a, b) => a - b);
}

/** The time to look for a snapshot whose answer was lost; a new one of unchanged data stores no more blocks. */
const SAME_FOR_MS = 24 * 3_600_000;
/** Reads may not show it yet: https://docs.aws.amazon.com/ec2/latest/devguide/eventual-consistency.html */
const NOT_SHOWN_FOR_MS = 10 * 60_000;

/** Quarantine tags the volume and takes a last snapshot of it; the volume stays usable. */
export function quarantineVolumes(targets: CallScopes): Quarantining<VolumeResource> {
  const { reader, deleter } = targets;
  return {
    dryRunDelete: (volume) => dryRun(deleter, ec2.createSnapshot, lastOf(volume, '')),
    begin: (volume) => quarantineOne(deleter, ec2.createSnapshot.api, () => begin(targets, volume)),
    standing: (volume, quarantine, before) => standingOf(reader, volume, quarantine, before),
    release: (volume) => release(deleter, volume),
  };
}

async function begin({ reader, deleter }: CallScopes, volume: VolumeResource): Promise<QuarantineOutcome | undefined> {
  const now = deleter.io.clock.now();
  const before = await knownOf(reader, volume.id);
  if ('kind' in before) return before;
  const made = before.known.find((snapshot) => isOfThisTime(snapshot, volume, now))?.SnapshotId;
  return made ? done(made, 'none') : save(deleter, volume, new Date(now).toISOString());
}

/** No request has been sent yet: a failed read is repeated later. */
async function knownOf(
  reader: CallScope,
  id: string,
): Promise<{ readonly known: readonly Snapshot[] } | QuarantineOutcome> {
  try {
    return { known: await lastSnapshotsOf(reader, id) };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason: error.message };
  }
}

/** Writes the tag first: its value identifies the snapshot if the answer is lost. */
async function save(deleter: CallScope, volume: VolumeResource, at: string): Promise<QuarantineOutcome | undefined> {
  await ec2Tags(deleter, volume).write({ [QUARANTINE_TAG]: at });
  try {
    const answer = await send(deleter, ec2.createSnapshot, lastOf(volume, at));
    return answer.SnapshotId ? done(answer.SnapshotId, requestIdOf(answer)) : undefined;
  } catch (error) {
    const afterMs = BUSY[codeOf(error)];
    if (afterMs === undefined) throw error;
    return { kind: 'retry', afterMs, reason: `other snapshots of ${volume.id} are being made` };
  }
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html */
const BUSY: Readonly<Record<string, number>> = {
  ConcurrentSnapshotLimitExceeded: 15 * 60_000,
  SnapshotCreationPerVolumeRateExceeded: 60_000,
};

function done(made: string, requestId: string): QuarantineOutcome {
  return { kind: 'done', requestId, made, says: `its data is saved in ${made}` };
}

/** Did the previous attempt make it? */
function isOfThisTime(snapshot: Snapshot, { tags }: VolumeResource, now: number): boolean {
  const value = snapshot.Tags?.find(({ Key }) => Key === QUARANTINE_TAG)?.Value;
  const isMade = snapshot.State === 'pending' || snapshot.State === 'completed';
  return isMade && value === tags[QUARANTINE_TAG] && now - startOf(snapshot) < SAME_FOR_MS;
}

/** "each resource can have a maximum of 50 user created tags": EC2 User Guide, tag restrictions. */
const MOST_TAGS = 50;

/**
 * The request for the snapshot, with tags that name its volume and owner.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSnapshot.html
 */
function lastOf({ id, name, tags }: VolumeResource, at: string): CreateSnapshotRequest {
  const ours = { Name: `last of ${id}`, [QUARANTINE_TAG]: at };
  const theirs = Object.entries(tags).filter(([key]) => !(key in ours) && !/^(aws|holystone):/i.test(key));
  const called = name === '' || name === id ? '' : ` "${name}"`;
  const all = { ...ours, ...Object.fromEntries(theirs.slice(0, MOST_TAGS - Object.keys(ours).length)) };
  return {
    VolumeId: id,
    Description: `The last of volume ${id}${called}, made before its deletion`,
    TagSpecifications: [{ ResourceType: 'snapshot', Tags: fromTags(all) }],
  };
}

async function standingOf(
  reader: CallScope,
  { id, state }: VolumeResource,
  { at, made }: NonNullable<Mark['quarantine']>,
  before?: 'deletion',
): Promise<QuarantineStanding> {
  if (state === 'in-use') return { kind: 'undone', why: 'it was attached again after its last snapshot' };
  if (made === undefined) return { kind: 'failed', why: 'no snapshot of it is known' };
  const snapshot = await readSnapshot(reader, made);
  if (!snapshot) return missing(made, reader.io.clock.now() - at);
  if (snapshot.VolumeId !== id) return { kind: 'failed', why: `${made} is of another volume` };
  switch (snapshot.State) {
    case 'completed':
      return before ? standingOfData(reader, id, snapshot) : { kind: 'inEffect' };
    case 'error':
      return { kind: 'failed', why: `${made} failed${snapshot.StateMessage ? `: ${snapshot.StateMessage}` : ''}` };
    case 'pending':
      return { kind: 'pending', why: `${made} is not complete yet: ${snapshot.Progress || 'it has just begun'}` };
    default:
      return { kind: 'pending', why: `the state of ${made} is ${snapshot.State ?? 'not known'}` };
  }
}

/** Who attached it between two surveys may have written what is in no snapshot. CloudWatch tells days apart, and no hours. */
async function standingOfData(reader: CallScope, id: string, snapshot: Snapshot): Promise<QuarantineStanding> {
  const { SnapshotId: made = 'its last snapshot', StartTime } = snapshot;
  if (StartTime === undefined) return { kind: 'failed', why: `AWS does not say when ${made} was made` };
  const day = dayOf(StartTime.getTime());
  const last = (await attachedDays(reader, id, day)).at(-1);
  if (last === undefined) return { kind: 'inEffect' };
  const on = new Date(last).toISOString().slice(0, 10);
  return last > day
    ? { kind: 'undone', why: `it was attached on ${on}, after ${made}, its last snapshot, was made` }
    : { kind: 'failed', why: `it was attached on ${on}, the day of ${made}, which may lack what was written then` };
}

function missing(made: string, ageMs: number): QuarantineStanding {
  if (ageMs < NOT_SHOWN_FOR_MS) return { kind: 'pending', why: `AWS does not show ${made} yet` };
  return { kind: 'undone', why: `${made}, its last snapshot, was deleted` };
}

async function release(deleter: CallScope, volume: VolumeResource): Promise<string> {
  await verifyAccount(deleter);
  const { [QUARANTINE_TAG]: at = '' } = volume.tags;
  await ec2Tags(deleter, volume).remove({ [QUARANTINE_TAG]: at });
  return `Holystone deletes nothing: its last snapshot stays, with the tag ${QUARANTINE_TAG}=${at}`;
}
