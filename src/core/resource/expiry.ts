import { oncePerText } from '../common/oncePer.ts';
import { keyAsSeen } from '../common/seen.ts';
import { BUILT_IN_FORMATS, type ExpiryFormat, expiryFormat } from './expiryFormats.ts';

/** The tags that say when a resource ends, as the configuration names them. */
export interface ExpirySettings {
  /** Tag keys, compared without case; absent: the built-in ones. */
  readonly keys?: readonly string[] | undefined;
  /** Names of formats, or patterns of dates; absent: the built-in ones. */
  readonly formats?: readonly string[] | undefined;
}

/** Tag keys with the time until which a resource is needed; compared without case. */
const EXPIRY_TAGS: readonly string[] = ['expiration_time', 'expires', 'ttl'];

/** The entry of `keep` that a configuration has without writing it: it may match nothing, and nobody asked. */
export const KEPT_BY_DEFAULT = { tag: { expiration_time: 'never' } } as const;

/** The meaning of the expiry tags of a resource. */
export type Expiry =
  | { readonly kind: 'none' }
  /** Expired strictly after this instant (ms since the epoch). */
  | { readonly kind: 'at'; readonly at: number; readonly tag: string; readonly value: string }
  | { readonly kind: 'never'; readonly tag: string; readonly value: string }
  /** The value cannot be read, so it keeps the resource. `why`: what was tried, and what to write. */
  | { readonly kind: 'unreadable'; readonly tag: string; readonly value: string; readonly why: string };

type Tags = Readonly<Record<string, string>>;

/**
 * Reads the tags in the configured formats; without settings `10d`, `2w`, `1m` (month), `1y` since creation, an ISO date
 * or date-time (UTC without a zone); and `never`. With several tags, `never` wins, then an unreadable one, else the latest.
 */
export function readExpiry(tags: Tags, createdAt: number | undefined, settings: ExpirySettings = {}): Expiry {
  return readKeys(inSmall, tags, createdAt, settings);
}

/** @param spelled keys that are equal in this spelling are one tag */
function readKeys(spelled: Spelling, tags: Tags, createdAt: number | undefined, settings: ExpirySettings): Expiry {
  const keys = settings.keys ?? EXPIRY_TAGS;
  const found: Expiry[] = [];
  // Without a list of the tags: a survey asks this of each resource.
  for (const tag in tags) {
    if (isOneOf(keys, tag, spelled)) found.push(readOne(tag, tags[tag] as string, createdAt, formatsOf(settings)));
  }
  if (found.length === 0) return NONE;
  const decisive = found.find(({ kind }) => kind === 'never') ?? found.find(({ kind }) => kind === 'unreadable');
  if (decisive) return decisive;
  return found.reduce((latest, expiry) =>
    latest.kind === 'at' && expiry.kind === 'at' && latest.at >= expiry.at ? latest : expiry,
  );
}

const NONE: Expiry = { kind: 'none' };

/**
 * Why the expiry tags keep a resource, in sentences. The built-in keys keep one also where the configuration names keys of
 * its own, and so do keys that a person takes for one of them (`"ttl "`); they nominate none then.
 */
export function keptUntil(tags: Tags, { createdAt, now, expiry }: ExpiryContext): readonly string[] {
  const why = whyKept(readKeys(keyAsSeen, tags, createdAt, expiry ?? {}), now);
  const { keys } = expiry ?? {};
  if (!keys) return why;
  const others = EXPIRY_TAGS.filter((key) => !isOneOf(keys, key, keyAsSeen));
  return why.concat(whyKept(readKeys(keyAsSeen, tags, createdAt, { keys: others }), now));
}

function whyKept(one: Expiry, now: number): readonly string[] {
  if (one.kind === 'none') return NOT_KEPT;
  const named = `its tag ${one.tag}=${one.value}`;
  if (one.kind === 'never') return [`${named} keeps it forever`];
  if (one.kind === 'unreadable') return [`${named} cannot be read: ${one.why}`];
  return now <= one.at ? [`${named} has not passed yet`] : NOT_KEPT;
}

const NOT_KEPT: readonly string[] = [];

interface ExpiryContext {
  /** Instants in ms since the epoch. */
  readonly createdAt?: number | undefined;
  readonly now: number;
  readonly expiry?: ExpirySettings | undefined;
}

type Spelling = (key: string) => string;

function isOneOf(keys: readonly string[], key: string, spelled: Spelling): boolean {
  const wanted = spelled(key);
  for (const one of keys) if (spelled(one) === wanted) return true;
  return false;
}

const inSmall = oncePerText((key) => key.toLowerCase());

function readOne(tag: string, value: string, createdAt: number | undefined, formats: readonly ExpiryFormat[]): Expiry {
  const text = value.trim().toLowerCase();
  if (text === 'never') return { kind: 'never', tag, value };
  const read = formats.flatMap(({ name, read }) => {
    const at = read(text, createdAt);
    return at === undefined ? [] : [{ name, at }];
  });
  const [first] = read;
  if (first && read.every(({ at }) => at === first.at)) return { kind: 'at', at: first.at, tag, value };
  const names = (first ? read : formats).map(({ name }) => name).join(', ');
  const hint = formats.map((one) => one.hint?.(text)).find((one) => one !== undefined);
  const why = first ? `different dates by ${names}` : (hint ?? `tried ${names}`);
  return { kind: 'unreadable', tag, value, why };
}

const compiled = new WeakMap<readonly string[], readonly ExpiryFormat[]>();

/** A loaded configuration has only formats that exist; one that does not reads nothing, so its tags keep. */
function formatsOf({ formats }: ExpirySettings): readonly ExpiryFormat[] {
  if (!formats) return BUILT_IN_FORMATS;
  const known = compiled.get(formats) ?? formats.flatMap((name) => expiryFormat(name) ?? []);
  compiled.set(formats, known);
  return known;
}
