import type { Image } from '@aws-sdk/client-ec2';
import { messageOf } from '../../../core/errors.ts';
import type { Read } from '../../../core/resource.ts';
import { isNotFound } from '../errors.ts';
import { readError } from '../readError.ts';
import type { Target } from '../target.ts';
import { imagesById, launchPermissionsOf } from './api.ts';
import { type ImageResource, toImage } from './resource.ts';

/** Small enough that narrowing down after a NotFound stays cheap. */
const CHUNK = 100;

/**
 * Images by id, with what is needed to rebuild them. AWS answers NotFound for a whole call, so a call that holds a
 * missing id is halved until each id has its own answer.
 *
 * `gone` is NotFound for that very id, or the state `deregistered`. An id that is left out is asked for alone; one that
 * AWS leaves out even then is `unknown`: right after it was made or deregistered reads disagree for a while
 * (https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html).
 * @throws ReadError when a call fails for another reason
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

type Reads = readonly (readonly [id: string, read: Read<ImageResource>])[];

async function narrow(target: Target, ids: readonly string[]): Promise<Reads> {
  const images = await tryRead(target, ids);
  if (images === 'notFound') return halve(target, ids);
  const byId = new Map(images.map((image) => [image.ImageId, image]));
  const reads: (readonly [string, Read<ImageResource>])[] = [];
  for (const id of ids) {
    const image = byId.get(id);
    if (!image && ids.length > 1) reads.push(...(await narrow(target, [id])));
    else reads.push([id, await readOf(target, id, image)]);
  }
  return reads;
}

async function halve(target: Target, ids: readonly string[]): Promise<Reads> {
  if (ids.length === 1) return ids.map((id) => [id, { kind: 'gone' }]);
  const middle = Math.ceil(ids.length / 2);
  return [...(await narrow(target, ids.slice(0, middle))), ...(await narrow(target, ids.slice(middle)))];
}

async function tryRead(target: Target, ids: readonly string[]): Promise<readonly Image[] | 'notFound'> {
  try {
    return await imagesById(target, ids);
  } catch (error) {
    if (isNotFound(error)) return 'notFound';
    throw readError(error, { target, api: 'ec2:DescribeImages', what: `reading ${ids.length} image(s) by id` });
  }
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
