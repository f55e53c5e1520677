/** Disables an image before its deregistration: nothing can launch from it, and it can be enabled again at once. */
import { messageOf, PermitError } from '../../../../core/common/errors.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Before, Quarantining } from '../../../contract/quarantining.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { ImageResource } from '../../resources/image.ts';
import { deleteOutcome } from '../../session/deleteOutcome.ts';
import { quarantineOne } from '../../session/deleting.ts';
import { dryRun } from '../../session/dryRun.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import type { CallScopes } from '../../session/session.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';

/** Quarantine is `DisableImage`: nothing can be launched from the image until `EnableImage`, and its snapshots stay. */
export function quarantineImages({ deleter }: CallScopes): Quarantining<ImageResource> {
  return {
    /** We do not start a step that we are not allowed to undo. */
    async dryRunDelete({ id: ImageId }) {
      await dryRun(deleter, ec2.disableImage, { ImageId });
      await dryRun(deleter, ec2.enableImage, { ImageId });
    },
    begin: (image) => quarantineOne(deleter, ec2.disableImage.api, () => begin(deleter, image)),
    isReduced: ({ state }) => state === 'disabled',
    standing: async (image) => standingOf(image),
    release: (image) => release(deleter, image),
    tagAgain: (image, before) => tagAgain(deleter, image, before),
  };
}

/** Writes the tag first: a disabled image without it was disabled by a person, and stays so. */
async function begin(deleter: CallScope, image: ImageResource): Promise<QuarantineOutcome | undefined> {
  const { id, state, described, tags } = image;
  if (state === 'disabled') {
    const by = QUARANTINE_TAG in tags ? '' : ', not by Holystone';
    return { kind: 'done', requestId: 'none', says: `it is disabled already${by}` };
  }
  const ours = { [QUARANTINE_TAG]: new Date(deleter.io.clock.now()).toISOString() };
  await ec2Tags(deleter, image).write(ours);
  const requestId = await disable(deleter, id).catch(async (error: unknown) => {
    if (isNotDone(error, deleter)) await untag(deleter, image, ours);
    throw error;
  });
  const shared = described?.launchPermissions.length ?? 0;
  const lost = shared === 0 ? '' : `, which takes away its ${shared} launch permissions: they are in its definition`;
  return requestId === undefined ? undefined : { kind: 'done', requestId, says: `disabled${lost}` };
}

/**
 * Until it is enabled again, nothing can launch from the image, and it is not shared:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DisableImage.html
 * @returns AWS's request id; `undefined` when the answer does not confirm it
 */
async function disable(deleter: CallScope, ImageId: string): Promise<string | undefined> {
  const answer = await send(deleter, ec2.disableImage, { ImageId });
  return answer.Return === true ? requestIdOf(answer) : undefined;
}

/** Makes the image available again, but not shared. @throws Error when the answer does not confirm it */
async function enable(deleter: CallScope, ImageId: string): Promise<void> {
  const answer = await send(deleter, ec2.enableImage, { ImageId });
  if (answer.Return !== true) throw new Error(`${ImageId} was not enabled again, for an unknown reason`);
}

/** Certain only: `false` if the answer was lost. */
function isNotDone(error: unknown, deleter: CallScope): boolean {
  return error instanceof PermitError || deleteOutcome(error, deleter, ec2.disableImage.api) !== undefined;
}

/**
 * A remaining tag would mark a later disabling by a person as ours. A failure here is only logged: the caller throws
 * the original error.
 */
async function untag(deleter: CallScope, image: ImageResource, ours: Readonly<Record<string, string>>): Promise<void> {
  try {
    await ec2Tags(deleter, image).remove(ours);
  } catch (error) {
    deleter.io.log.warn({ id: image.id, problem: messageOf(error) }, `the tag ${QUARANTINE_TAG} could not be removed`);
  }
}

function standingOf({ state }: ImageResource): QuarantineStanding {
  if (state === 'disabled') return { kind: 'inEffect' };
  if (state === 'available') return { kind: 'undone', why: 'it was enabled again after Holystone disabled it' };
  return { kind: 'pending', why: `its state is ${state ?? 'not known'}` };
}

async function release(deleter: CallScope, image: ImageResource): Promise<string> {
  await verifyAccount(deleter);
  const isDisabled = image.state === 'disabled';
  if (isDisabled) await enable(deleter, image.id);
  await ec2Tags(deleter, image).remove({ [QUARANTINE_TAG]: image.tags[QUARANTINE_TAG] ?? '' });
  return isDisabled
    ? 'enabled again, but no longer shared: AWS removed its launch permissions'
    : 'it was already enabled';
}

async function tagAgain(
  deleter: CallScope,
  image: ImageResource,
  { at, definition }: Before,
): Promise<ImageResource | undefined> {
  const { image: before } = definition as NonNullable<ImageResource['described']>;
  if (image.state !== 'disabled' || before.State !== 'available') return undefined;
  const tag = { [QUARANTINE_TAG]: new Date(at).toISOString() };
  await ec2Tags(deleter, image).write(tag);
  return { ...image, tags: { ...image.tags, ...tag } };
}
