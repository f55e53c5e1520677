/**
 * Makes a last image of a stopped instance, which holds all its volumes and is complete before the instance is terminated.
 * The instance is out of use already: nothing is stopped here.
 */
import type { CreateImageRequest, Image } from '@aws-sdk/client-ec2';
import type { Mark } from '../../../../core/mark/mark.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import {
  isAfterVolumes,
  isLastOf,
  isOfThisStop,
  LAST_IMAGE_TAG,
  lastImageName,
  lastImagesOf,
  readImage,
  START_TAG,
  startOf,
} from '../../resources/lastImages.ts';
import { NOT_SHOWN_FOR_MS, quarantineOne, readAgainLater } from '../../session/deleting.ts';
import { dryRun } from '../../session/dryRun.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import type { CallScopes } from '../../session/session.ts';
import { fromTags } from '../../session/tags.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { codeOf, isTaken } from '../../wire/errors.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** So long an image whose answer was lost is found by its name. */
const SAME_FOR_MS = 24 * 3_600_000;

/** Quarantine tags the instance and makes an image of it; the instance stays as it is, and may be started. */
export function quarantineInstances({ reader, deleter }: CallScopes): Quarantining<InstanceResource> {
  return {
    dryRunDelete: (instance) => dryRun(deleter, ec2.createImage, lastOf(instance, deleter.io.clock.now())),
    begin: (instance) => quarantineOne(deleter, ec2.createImage.api, () => begin(reader, deleter, instance)),
    standing: (instance, quarantine) => standingOf(reader, instance, quarantine),
    release: (instance) => release(deleter, instance),
  };
}

async function begin(
  reader: CallScope,
  deleter: CallScope,
  instance: InstanceResource,
): Promise<QuarantineOutcome | undefined> {
  const now = deleter.io.clock.now();
  // AWS restarts a running one for its image.
  if (instance.state !== 'stopped')
    return { kind: 'refused', reason: `its state is ${instance.state ?? 'not known'}`, isInUse: true };
  if (instance.launchTime === undefined) return { kind: 'refused', reason: 'its last start is not known' };
  const known = await lastImagesOf(reader, instance.id).catch(readAgainLater);
  if (!Array.isArray(known)) return known as QuarantineOutcome;
  const made = (known as readonly Image[]).find((image) => isOfNow(image, instance, now))?.ImageId;
  return made ? done(made, 'none') : save(deleter, instance, now);
}

/** Writes the tag first: what has no tag is never released. */
async function save(
  deleter: CallScope,
  instance: InstanceResource,
  now: number,
): Promise<QuarantineOutcome | undefined> {
  await ec2Tags(deleter, instance).write({ [QUARANTINE_TAG]: new Date(now).toISOString() });
  try {
    const answer = await send(deleter, ec2.createImage, lastOf(instance, now));
    return answer.ImageId ? done(answer.ImageId, requestIdOf(answer)) : undefined;
  } catch (error) {
    if (isTaken(error))
      return again(`an image of this name is there already, and not yet shown as made for ${instance.id}`);
    if (BUSY.has(codeOf(error))) return again(`other snapshots of the volumes of ${instance.id} are being made`);
    throw error;
  }
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html */
const BUSY: ReadonlySet<string> = new Set(['ConcurrentSnapshotLimitExceeded', 'SnapshotCreationPerVolumeRateExceeded']);

function again(reason: string): QuarantineOutcome {
  return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason };
}

function done(made: string, requestId: string): QuarantineOutcome {
  return { kind: 'done', requestId, made, says: `all its volumes are saved in ${made}` };
}

/** Did the previous attempt make it, of what is on its volumes now? */
function isOfNow(image: Image, instance: InstanceResource, now: number): boolean {
  const { id } = instance;
  const isMade = image.State === 'pending' || image.State === 'available';
  const isRecent = [now, now - SAME_FOR_MS].some((time) => image.Name === lastImageName(id, time));
  return isMade && isRecent && isLastOf(image, id) && isOfThisStop(image, instance) && isAfterVolumes(image, instance);
}

/** "each resource can have a maximum of 50 user created tags": EC2 User Guide, tag restrictions. */
const MOST_TAGS = 50;

/**
 * The request for the image: all its volumes, also those that stay. Tags name the instance and its owner.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateImage.html
 */
function lastOf(instance: InstanceResource, now: number): CreateImageRequest {
  const { id, name, tags } = instance;
  const at = new Date(now).toISOString();
  const ours = { Name: `last of ${id}`, [QUARANTINE_TAG]: at, [LAST_IMAGE_TAG]: id, [START_TAG]: startOf(instance) };
  const theirs = Object.entries(tags).filter(([key]) => !(key in ours) && !/^(aws|holystone):/i.test(key));
  const called = name === '' || name === id ? '' : ` "${name}"`;
  const Tags = fromTags({
    ...ours,
    ...Object.fromEntries(theirs.slice(0, MOST_TAGS - Object.keys(ours).length)),
  });
  return {
    InstanceId: id,
    Name: lastImageName(id, now),
    // "The maximum length is 255 characters", of ASCII.
    Description: `The last of instance ${id}${called}, made before its termination`
      .replace(/[^ -~]/g, '?')
      .slice(0, 255),
    // It is stopped; should it run by now, it is not restarted for this.
    NoReboot: true,
    TagSpecifications: [
      { ResourceType: 'image', Tags },
      { ResourceType: 'snapshot', Tags },
    ],
  };
}

async function standingOf(
  reader: CallScope,
  instance: InstanceResource,
  { at, made }: NonNullable<Mark['quarantine']>,
): Promise<QuarantineStanding> {
  const { state } = instance;
  if (state !== 'stopped')
    return { kind: 'undone', why: `its state is ${state ?? 'not known'} after its last image was made` };
  if (made === undefined) return { kind: 'failed', why: 'no image of it is known' };
  const image = await readImage(reader, made);
  if (!image) return missing(made, reader.io.clock.now() - at);
  if (!isLastOf(image, instance.id)) return { kind: 'failed', why: `${made} is no last image of it` };
  if (!isOfThisStop(image, instance))
    return { kind: 'undone', why: `it was started after it was found stopped for ${made}, its last image` };
  if (!isAfterVolumes(image, instance))
    return { kind: 'failed', why: `a volume was attached to it after ${made}, its last image, was made` };
  switch (image.State) {
    case 'available':
      return holdsAllOf(reader, instance, image);
    case 'failed':
    case 'error':
    case 'invalid': {
      const reason = image.StateReason?.Message;
      return { kind: 'failed', why: `${made} failed${reason ? `: ${reason}` : ''}` };
    }
    case 'deregistered':
      return missing(made, NOT_SHOWN_FOR_MS);
    default:
      return { kind: 'pending', why: `the state of ${made} is ${image.State ?? 'not known'}` };
  }
}

function missing(made: string, ageMs: number): QuarantineStanding {
  if (ageMs < NOT_SHOWN_FOR_MS) return { kind: 'pending', why: `AWS does not show ${made} yet` };
  return { kind: 'undone', why: `${made}, its last image, was deregistered` };
}

async function release(deleter: CallScope, instance: InstanceResource): Promise<string> {
  await verifyAccount(deleter);
  const { [QUARANTINE_TAG]: at = '' } = instance.tags;
  await ec2Tags(deleter, instance).remove({ [QUARANTINE_TAG]: at });
  return `Holystone deletes nothing: its last image stays, with the tag ${LAST_IMAGE_TAG}=${instance.id}`;
}

/** Each volume that is attached now has a complete snapshot in it. @throws ReadError */
async function holdsAllOf(
  reader: CallScope,
  { volumeIds = [] }: InstanceResource,
  { ImageId: made = 'its last image', BlockDeviceMappings = [] }: Image,
): Promise<QuarantineStanding> {
  const ids = BlockDeviceMappings.flatMap(({ Ebs }) => Ebs?.SnapshotId ?? []);
  if (ids.length === 0 || volumeIds.length === 0)
    return { kind: 'failed', why: `${made} does not say which volumes it holds` };
  const reading = readList(reader, ec2.describeSnapshots, `reading the snapshots of ${made}`, {
    SnapshotIds: [...ids],
  });
  const snapshots = await unlessGone(reading, []);
  const known = new Map(snapshots.map((one) => [one.SnapshotId, one]));
  const bad = ids.find((id) => !known.has(id) || known.get(id)?.State === 'error');
  if (bad !== undefined) return { kind: 'failed', why: `${bad}, a snapshot of ${made}, is gone or failed` };
  const open = snapshots.find(({ State }) => State !== 'completed');
  if (open) return { kind: 'pending', why: `${open.SnapshotId} of ${made} is not complete yet` };
  const held = new Set(ids.map((id) => known.get(id)?.VolumeId));
  const lacking = volumeIds.filter((id) => !held.has(id));
  return lacking.length === 0
    ? { kind: 'inEffect' }
    : { kind: 'failed', why: `${made} does not hold ${lacking.join(', ')}` };
}
