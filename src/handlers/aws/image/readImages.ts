import type { Image } from '@aws-sdk/client-ec2';
import { messageOf } from '../../../core/errors.ts';
import type { Read } from '../../../core/resource.ts';
import { isClientFault, isCredentialsProblem, isDenied, isNotFound, isThrottled } from '../errors.ts';
import { readError } from '../readError.ts';
import type { Target } from '../target.ts';
import { imagesById, launchPermissionsOf } from './api.ts';
import { type ImageResource, toImage } from './resource.ts';

/** Small enough that narrowing down after a NotFound stays cheap. */
const CHUNK = 100;

/**
 * Images by id, with what is needed to rebuild them. AWS refuses a whole call for one id that is missing or in a bad
 * state, so such a call is halved until each id has its own answer.
 *
 * `gone` is NotFound for that very id, or the state `deregistered`. An id that is left out is asked for alone; one that
 * AWS leaves out even then is `unknown`: right after it was made or deregistered reads disagree for a while
 * (https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html). So is one that is refused for a
 * reason of its own (`InvalidAMIID.Unavailable`).
 * @throws ReadError when a call fails for a reason that is not an id's: permission, throttling, credentials, network
 */
export async function readImages(
  target: Target,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<ImageResource>>> {
  const reads = new Map<string, Read<ImageResource>>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    for (const [id, read] of await narrow(target, ids.slice(start, start + CHUNK))) reads.set(id, read);
  }
  return reads;
}

/** AWS refused a call; for a call about one id this is its answer. */
interface Refused {
  readonly means: Read<ImageResource>;
}

type Reads = readonly (readonly [id: string, read: Read<ImageResource>])[];

async function narrow(target: Target, ids: readonly string[]): Promise<Reads> {
  const tried = await tryRead(target, ids);
  if ('means' in tried) return halve(target, ids, tried);
  const byId = new Map(tried.map((image) => [image.ImageId, image]));
  const reads: (readonly [string, Read<ImageResource>])[] = [];
  for (const id of ids) {
    const image = byId.get(id);
    if (!image && ids.length > 1) reads.push(...(await narrow(target, [id])));
    else reads.push([id, await readOf(target, id, image)]);
  }
  return reads;
}

async function halve(target: Target, ids: readonly string[], { means }: Refused): Promise<Reads> {
  if (ids.length === 1) return ids.map((id) => [id, means]);
  const middle = Math.ceil(ids.length / 2);
  return [...(await narrow(target, ids.slice(0, middle))), ...(await narrow(target, ids.slice(middle)))];
}

async function tryRead(target: Target, ids: readonly string[]): Promise<readonly Image[] | Refused> {
  try {
    return await imagesById(target, ids);
  } catch (error) {
    if (isNotFound(error)) return { means: { kind: 'gone' } };
    const failed = readError(error, { target, api: 'ec2:DescribeImages', what: `reading ${described(ids)} by id` });
    if (isAboutAnId(error) && !target.io.signal.aborted) return { means: unknown(messageOf(failed)) };
    throw failed;
  }
}

/** What stands in the way of every call is not an id's fault, and asking for fewer would change nothing. */
function isAboutAnId(error: unknown): boolean {
  return isClientFault(error) && !isDenied(error) && !isThrottled(error) && !isCredentialsProblem(error);
}

function described(ids: readonly string[]): string {
  return ids.length === 1 ? `image ${ids[0]}` : `${ids.length} images`;
}

async function readOf(target: Target, id: string, image: Image | undefined): Promise<Read<ImageResource>> {
  const resource = image && toImage(image);
  if (!image || !resource) return unknown(`AWS answered without ${id}, and did not say that it is not there`);
  if (image.State === 'deregistered') return { kind: 'gone' };
  try {
    const launchPermissions = image.State === 'disabled' ? [] : await launchPermissionsOf(target, id);
    return { kind: 'found', resource: { ...resource, described: { image, launchPermissions } } };
  } catch (error) {
    const doing = { target, api: 'ec2:DescribeImageAttribute', what: `reading launch permissions of ${id}` };
    const failed = readError(error, doing);
    if (target.io.signal.aborted) throw failed;
    return unknown(messageOf(failed));
  }
}

function unknown(why: string): Read<ImageResource> {
  return { kind: 'unknown', why };
}
