/** Before a person's decision about an id is stored: is there such a resource? Writes nothing. */
import { ReadError, UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { type AskedTarget, ClosestTo, type Seen, type Unseen } from '../../core/owner/unseen.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Audit, MarkStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Read, Resource } from '../../core/resource/resource.ts';
import type { OpenDeps } from '../pass/deps.ts';
import { open } from '../survey/opened.ts';

/** The stored facts; each may be newer than the provider's answer. */
export interface KnownDeps {
  readonly marks: Pick<MarkStore, 'get' | 'all'>;
  readonly audit: Pick<Audit, 'history'>;
}

/** Reads of one namespace at its provider; they reject with `ReadError`. */
export interface ProviderReads {
  get(id: string): Promise<Read<Resource>>;
  list(): AsyncIterable<readonly Resource[]>;
}

/** The person waits: so many marks are compared, and a listing may take so long, ms. */
const MARKS = 20_000;
const LISTING_MS = 20_000;
const SEEN: Seen = { kind: 'seen' };

/**
 * `seen`: a mark, or a read by id, shows the resource (or a member of the group), so the decision may be stored. So
 * may one about a resource that had a mark once, while no read says that it is gone: its protection must not wait for the
 * provider. Without marks all others are refused, because "kept" about another id keeps nothing.
 * @param reads only called if there is no mark @throws StoreError
 */
export async function lookFor(
  deps: KnownDeps,
  namespace: Namespace,
  target: AskedTarget,
  reads: () => ProviderReads | Promise<ProviderReads>,
): Promise<Seen | Unseen> {
  if (target.kind === 'group') return lookForGroup(deps, namespace, target, await reads());
  const id = target.value;
  if (await hasMark(deps, namespace, id)) return SEEN;
  const provider = await reads();
  const read = await readOne(provider, id);
  if (read.kind === 'found') return { ...SEEN, name: read.resource.name };
  if (read.kind === 'unknown' && (await wasMarked(deps, namespace, id))) return SEEN;
  const closest = new ClosestTo(id);
  await eachMark(deps, namespace, ({ id: marked, resource: { name } }) => closest.see({ id: marked, name }));
  await eachListed(provider, (resource) => closest.see(resource));
  const { meant } = closest;
  return read.kind === 'gone' ? { kind: 'absent', meant } : { kind: 'unread', why: read.why, meant };
}

/** Opens the namespace for {@link lookFor}; each read checks the account first, as a survey does. */
export function providerReads(deps: OpenDeps, wc: WorkConfiguration, signal: AbortSignal): ProviderReads {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LISTING_MS)]);
  const { session } = open(deps, wc, until);
  return {
    async get(id) {
      await session.verifyAccount();
      const read = (await session.get([id])).get(id);
      return read ?? { kind: 'unknown', why: 'the read by id did not return it' };
    },
    async *list() {
      await session.verifyAccount();
      yield* session.list();
    },
  };
}

async function lookForGroup(
  deps: KnownDeps,
  namespace: Namespace,
  { value }: AskedTarget,
  provider: ProviderReads,
): Promise<Seen | Unseen> {
  const closest = new ClosestTo(value);
  let isThere = false;
  const see = ({ group }: { readonly group?: string }) => {
    if (group === undefined) return;
    isThere ||= group === value;
    closest.see({ id: group });
  };
  await eachMark(deps, namespace, ({ resource }) => see(resource));
  if (isThere) return SEEN;
  const why = await eachListed(provider, see);
  if (isThere) return SEEN;
  const { meant } = closest;
  return why === undefined ? { kind: 'absent', meant } : { kind: 'unread', why, meant };
}

/** An unreadable mark is one. */
async function hasMark({ marks }: KnownDeps, namespace: Namespace, id: string): Promise<boolean> {
  try {
    return (await marks.get(namespace, id)) !== undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return true;
    throw error;
  }
}

/** A read that fails is `unknown`, with the reason. */
export async function readOne(provider: ProviderReads, id: string): Promise<Read<Resource>> {
  try {
    return await provider.get(id);
  } catch (error) {
    return { kind: 'unknown', why: whyUnread(error) };
  }
}

/** The history of an id also has the decisions about it, which show no resource. */
async function wasMarked({ audit }: KnownDeps, namespace: Namespace, id: string): Promise<boolean> {
  return (await audit.history(namespace, id)).some(({ event }) => event === 'marked');
}

async function eachMark({ marks }: KnownDeps, namespace: Namespace, see: (mark: Mark) => void): Promise<void> {
  let seen = 0;
  try {
    for await (const page of marks.all(namespace)) {
      page.forEach(see);
      seen += page.length;
      if (seen >= MARKS) return;
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
}

/** @returns why the listing has no end; `undefined` = all are seen */
export async function eachListed(
  provider: ProviderReads,
  see: (resource: Resource) => void,
): Promise<string | undefined> {
  try {
    for await (const page of provider.list()) page.forEach(see);
    return undefined;
  } catch (error) {
    return whyUnread(error);
  }
}

/** @throws any error but a failed read and a time that is over */
function whyUnread(error: unknown): string {
  if (error instanceof ReadError) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'the provider did not answer in time';
  throw error;
}
