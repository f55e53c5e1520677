import { batchesOf } from '../../../core/common/batches.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { Read, UnknownRead } from '../../../core/resource/resource.ts';
import { isClientFault, isCredentialsProblem, isDenied, isNotFound, isThrottled } from './errors.ts';
import { type CallContext, readError } from './readError.ts';
import type { CallScope } from './target.ts';

/** Small enough to keep the halving after a NotFound cheap. */
const CHUNK = 100;

/** Describes how to read resources of one type by id. */
export interface ById<Described, R> {
  /** `ec2:DescribeImages` */
  readonly api: string;
  /** `image`; the plural adds an s. */
  readonly noun: string;
  /** The maximum number of ids in one call; absent: 100. */
  readonly most?: number;
  /** `gone`: the API has no NotFound, and its answers are complete. Absent: one that an answer leaves out is unknown. */
  readonly leftOut?: 'gone';
  idOf(described: Described): string | undefined;
  /** @throws the SDK's own errors: one missing id fails the whole call */
  fetch(target: CallScope, ids: readonly string[]): Promise<readonly Described[]>;
  /** Converts a described resource; may send further reads about it. */
  toRead(target: CallScope, id: string, described: Described): Read<R> | Promise<Read<R>>;
}

/**
 * Reads resources by id. AWS refuses a whole call for one id that is missing or in a bad state, so we halve the call
 * until each id has its own answer.
 *
 * `gone` is NotFound for exactly that id. A missing id is read again alone; if AWS still omits it, it is
 * `unknown`: shortly after a creation or deletion, reads may disagree
 * (https://docs.aws.amazon.com/ec2/latest/devguide/eventual-consistency.html). So is an id that is refused for a reason
 * of its own (`InvalidAMIID.Unavailable`).
 * @throws ReadError when a call fails for a reason other than an id: permission, throttling, credentials, network
 */
export async function readById<Described, R>(
  target: CallScope,
  by: ById<Described, R>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<R>>> {
  const reads = new Map<string, Read<R>>();
  for (const batch of batchesOf(ids, by.most ?? CHUNK)) {
    for (const [id, read] of await narrow(target, by, batch)) reads.set(id, read);
  }
  return reads;
}

/** AWS refused a call; for a call with one id this is the answer about that id. */
interface Refused {
  readonly means: { readonly kind: 'gone' } | UnknownRead;
}

type Reads<R> = readonly (readonly [id: string, read: Read<R>])[];

async function narrow<D, R>(target: CallScope, by: ById<D, R>, ids: readonly string[]): Promise<Reads<R>> {
  const tried = await tryRead(target, by, ids);
  if ('means' in tried) return halve(target, by, ids, tried);
  const byId = new Map(tried.map((described) => [by.idOf(described), described]));
  if (by.leftOut === 'gone' && byId.has(undefined)) {
    throw new ReadError(`reading ${by.noun}s by id: one came without an id`, { problem: 'malformed' });
  }
  const reads: (readonly [string, Read<R>])[] = [];
  for (const id of ids) {
    const described = byId.get(id);
    if (described !== undefined) reads.push([id, await by.toRead(target, id, described)]);
    else if (by.leftOut === 'gone') reads.push([id, { kind: 'gone' }]);
    else if (ids.length > 1) reads.push(...(await narrow(target, by, [id])));
    else reads.push([id, unknownRead(`AWS answered without ${id}, and did not say that it does not exist`)]);
  }
  return reads;
}

async function halve<D, R>(
  target: CallScope,
  by: ById<D, R>,
  ids: readonly string[],
  { means }: Refused,
): Promise<Reads<R>> {
  if (ids.length === 1) return ids.map((id) => [id, means]);
  const middle = Math.ceil(ids.length / 2);
  return [...(await narrow(target, by, ids.slice(0, middle))), ...(await narrow(target, by, ids.slice(middle)))];
}

async function tryRead<D, R>(
  target: CallScope,
  by: ById<D, R>,
  ids: readonly string[],
): Promise<readonly D[] | Refused> {
  try {
    return await by.fetch(target, ids);
  } catch (error) {
    if (isNotFound(error)) return { means: { kind: 'gone' } };
    const operation: CallContext = { target, api: by.api, what: `reading ${nounAndIds(by.noun, ids)} by id` };
    const failed = readError(error, operation);
    if (isAboutAnId(error) && !target.io.signal.aborted) return { means: unknownRead(messageOf(failed)) };
    throw failed;
  }
}

/** A problem that affects every call is not about an id, and a smaller call would fail as well. */
function isAboutAnId(error: unknown): boolean {
  return isClientFault(error) && !isDenied(error) && !isThrottled(error) && !isCredentialsProblem(error);
}

function nounAndIds(noun: string, ids: readonly string[]): string {
  return ids.length === 1 ? `${noun} ${ids[0]}` : `${ids.length} ${noun}s`;
}

/** Unknown is not gone (law 2). @param why a sentence without full stop */
export function unknownRead(why: string): UnknownRead {
  return { kind: 'unknown', why };
}
