/** Reads tags: their digests each time, their manifests and build dates once per digest. */
import { defined } from '../../../../core/common/defined.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import { isDigest } from '../../../images/digest.ts';
import { freedNote } from '../../../images/freed.ts';
import { buildDate, createdIn, type ManifestFacts } from '../../../images/manifest.ts';
import { subjectAliases } from '../../../images/orphan.ts';
import { type ImageReference, imageAliases, imageHost, looseAliases } from '../../../images/reference.ts';
import { subjectOf } from '../../../images/referrerTag.ts';
import type { TagResource } from '../../../images/resource.ts';
import { configOf, type Head, headOf, manifestOf } from '../../calls/manifests.ts';
import { projectTags } from '../../calls/projects.ts';
import type { ListedManifest } from '../../calls/through/deletionApi.ts';
import { hostOf, settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { factsIn, factsOf, knownDates, knownFacts, remember } from './facts.ts';
import type { TagParameters } from './parameters.ts';
import { tagsOf } from './repositoryTags.ts';

/** So far may the clock of who built or pushed an image be ahead. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** The repository whose tags are read, and the date that its tags get. */
export interface Describing extends Pulling {
  /** What counts as the date of a tag; with `keepN` or `keepImages`, the dates that order tags too. */
  readonly parameters: Pick<TagParameters, 'timestampSource' | 'keepN' | 'keepImages' | 'orderBy'>;
}

/** @returns `undefined` when the registry itself says that there is no such tag @throws ReadError */
export async function describeTag(describing: Describing, tag: string, as?: 'whole'): Promise<TagResource | undefined> {
  const { target, repository } = describing;
  const head = await headOf(target, repository, tag);
  if (!head) return undefined;
  return describe(describing, { head, tag }, as);
}

/**
 * A manifest that no tag names.
 * @param listed as the API lists it
 * @returns `undefined` when the registry itself says that there is none @throws ReadError
 */
export async function describeUntagged(
  describing: Describing,
  { digest, tags, pushedAt, needed }: ListedManifest,
  as?: 'whole',
): Promise<TagResource | undefined> {
  const head = await headOf(describing.target, describing.repository, digest);
  if (!head) return undefined;
  // The registry's own date of a request by digest is that of the bytes.
  const dated = { digest, ...defined({ pushedAt }) };
  const [tag] = tags;
  const { parts } = await factsOf(describing.target, describing.repository, digest);
  const one = await describe(describing, { head: dated }, as);
  const note: Reason[] = one.note ? [one.note] : [];
  if (parts.length > 0 && describing.takesParts) note.unshift({ code: 'partsGo', values: {} });
  return {
    ...one,
    ...(note.length > 0 ? { note: { code: 'and', values: { all: note } } } : {}),
    untagged: true,
    ...defined({ needed: tag === undefined ? needed : `it has the tag ${tag}` }),
  };
}

/** @param tag absent: it has none */
async function describe(
  describing: Describing,
  { head, tag }: { readonly head: Head; readonly tag?: string },
  as?: 'whole',
): Promise<TagResource> {
  const { target, repository } = describing;
  const { digest } = head;
  const id = tag ?? digest;
  // First: a manifest that Holystone reads may count as pulled.
  const own = (await describing.pulledIn?.(digest))?.pulledAt;
  const whole = as === 'whole' ? await manifestOf(target, repository, digest) : undefined;
  const facts = whole === undefined ? await factsOf(target, repository, digest) : factsIn(target, digest, whole);
  const pulledAt = newestOf(own, await pullOfParts(describing, facts));
  const dates = await datesOf(describing, head, facts);
  const sizeBytes = facts.sizeBytes ?? sizeOfParts(target, facts);
  const belongsTo = facts.subject ?? subjectOf(id);
  const host = imageHost(hostOf(target.account));
  return {
    id,
    // A registry that takes another's place under the account's name may have the same tags and digests.
    identity: `${host}/${repository}${tag === undefined ? '' : `:${tag}`}@${digest}`,
    name: id,
    tags: tagsOf(settingsOf(target.account), repository, await projectTags(target, repository)),
    aliases: [
      ...aliasesOf({ host, repository, ...defined({ tag }) }, [digest, ...facts.children]),
      ...subjectAliases({ host, repository, belongsTo }),
      ...looseAliases({ host, repository, ...defined({ tag }) }),
    ],
    group: repository,
    host,
    repository,
    digest,
    note: freedNote(sizeBytes),
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...dates,
    ...(pulledAt === undefined ? {} : { pulledAt: new Date(pulledAt) }),
    ...(belongsTo === undefined ? {} : { belongsTo }),
    ...(facts.unreadable === undefined ? {} : { unreadable: facts.unreadable }),
    ...(whole !== undefined && 'text' in whole ? { manifest: whole.text } : {}),
  };
}

function newestOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** A program that runs an image of an index may name it by the digest of that image alone. */
function aliasesOf(named: ImageReference, digests: readonly string[]): readonly string[] {
  const running = digests.flatMap((digest) => imageAliases({ ...named, digest }));
  return [...new Set([...running, ...digests])];
}

/** Of an index, the bytes of its images, if all of them have been read already. */
function sizeOfParts(target: CallScope, { parts }: ManifestFacts): number | undefined {
  const sizes = parts.map((part) => knownFacts(target, part)?.sizeBytes);
  return sizes.length > 0 && sizes.every((size) => size !== undefined) ? sizes.reduce((a, b) => a + b, 0) : undefined;
}

type Dates = Pick<TagResource, 'createdAt' | 'pushedAt' | 'builtAt'>;

/** A build date costs a read per image: without `keepN`, `keepImages` and a source that wants it there is none. */
async function datesOf(describing: Describing, { digest, pushedAt: at }: Head, facts: ManifestFacts): Promise<Dates> {
  const { target, parameters } = describing;
  const { timestampSource, keepN, keepImages, orderBy } = parameters;
  const pushed = possible(at, target);
  const built = async () => possible(await builtAt(describing, digest, facts), target);
  if (timestampSource === 'push') return defined({ createdAt: pushed });
  if (timestampSource === 'image-created') return defined({ createdAt: await built() });
  if (keepN === undefined && keepImages === undefined) return {};
  if (orderBy === 'push') return defined({ pushedAt: pushed });
  return defined(pushed ? { pushedAt: pushed } : { builtAt: await orUnread(built, target) });
}

/** Only the order of `keepN` depends on it: a tag without its place is kept, and its age stays known. */
async function orUnread<T>(read: () => Promise<T>, { io }: CallScope): Promise<T | 'unread'> {
  try {
    return await read();
  } catch (error) {
    if (io.signal.aborted || !(error instanceof ReadError)) throw error;
    return 'unread';
  }
}

/** A date in the future is none: it would take the place of a tag that `keepN` keeps. */
function possible(at: number | undefined, { io }: CallScope): Date | undefined {
  return at !== undefined && at <= io.clock.now() + CLOCKS_DIFFER_MS ? new Date(at) : undefined;
}

/** Of an index, the date of its newest image; unknown if that of one is unknown. */
async function builtAt(describing: Describing, digest: string, facts: ManifestFacts): Promise<number | undefined> {
  const dates = knownDates(describing.target);
  if (dates.has(digest)) return dates.get(digest);
  const at =
    facts.children.length > 0 ? await newestChild(describing, facts.children) : await imageDate(describing, facts);
  if (facts.unreadable === undefined) remember(dates, digest, at);
  return at;
}

async function newestChild(describing: Describing, children: readonly string[]): Promise<number | undefined> {
  const { target, repository } = describing;
  let newest = Number.NEGATIVE_INFINITY;
  for (const digest of children) {
    const facts = await factsOf(target, repository, digest);
    // An index within an index is rare, and no reason to follow it in circles.
    const at = facts.children.length > 0 ? undefined : await imageDate(describing, facts);
    if (at === undefined) return undefined;
    newest = Math.max(newest, at);
  }
  return newest;
}

async function imageDate({ target, repository }: Describing, facts: ManifestFacts): Promise<number | undefined> {
  const { config, annotatedAt } = facts;
  if (!isDigest(config)) return buildDate(annotatedAt);
  return buildDate(createdIn(await configOf(target, repository, config)));
}

/** The repository, and what its API says. */
interface Pulling {
  readonly target: CallScope;
  /** Its name without the host: `shop/web`. */
  readonly repository: string;
  /** The API deletes the parts of an index with it. */
  readonly takesParts?: boolean;
  /** What another API says of the image; absent: no API says when it was pulled. @throws ReadError */
  pulledIn?(digest: string): Promise<ListedManifest | undefined>;
}

/**
 * The last pull of what an index names, also of indexes within it: a client that pins a platform pulls that part alone.
 * @returns ms since the epoch; `undefined`: no part goes with it, or no pull is known @throws ReadError
 */
async function pullOfParts(describing: Pulling, facts: ManifestFacts): Promise<number | undefined> {
  const { target, repository, takesParts, pulledIn } = describing;
  if (!takesParts || !pulledIn) return undefined;
  const pulls: number[] = [];
  const seen = new Set<string>();
  const waiting = [facts];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const part of one.parts.filter((digest) => !seen.has(digest))) {
      seen.add(part);
      const pulledAt = (await pulledIn(part))?.pulledAt;
      if (pulledAt !== undefined) pulls.push(pulledAt);
      if (one.indexes?.includes(part)) waiting.push(await factsOf(target, repository, part));
    }
  }
  return pulls.length === 0 ? undefined : Math.max(...pulls);
}
