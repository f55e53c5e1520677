/** Launch templates of one account and region, with every version; several sources share them. */
import { ReadError } from '../../../../core/common/errors.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import {
  type Listed,
  listTemplates,
  type NotThere,
  readLatestAndDefault,
  readVersions,
  type Template,
  type Versions,
} from './launchTemplateApi.ts';

/** A version never changes, but it may be deleted without any sign: after this time all are read again. */
const READ_ANEW_MS = 24 * 3_600_000;
/** From this number of unknown templates on, one listing of all saves most single calls. */
const MANY = 10;

/**
 * All templates with all their versions. Reads the list each time, and each version once.
 * @throws ReadError unless every version that must exist was in the answers
 */
export function readTemplates(target: CallScope): Promise<readonly Template[]> {
  const key = `aws/${target.account.name}/${target.region}/launchTemplates`;
  return target.io.clients.get(key, () => new VersionCache()).read(target);
}

interface Known {
  readonly versions: Versions;
  /** Time of the business clock, ms. */
  readonly readAt: number;
}

class VersionCache {
  #known = new Map<string, Known>();
  /** Reads run one after the other: the second source finds the versions in the cache. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The read that waits for its turn: whoever asks before it begins shares it, in the same pass. */
  #waiting: { readonly signal: AbortSignal; readonly read: Promise<readonly Template[]> } | undefined;

  read(target: CallScope): Promise<readonly Template[]> {
    const { signal } = target.io;
    if (this.#waiting?.signal === signal) return this.#waiting.read;
    const read = this.#turn.then(() => {
      if (this.#waiting?.read === read) this.#waiting = undefined;
      return this.#read(target);
    });
    this.#waiting = { signal, read };
    this.#turn = read.catch(() => undefined);
    return read;
  }

  destroy(): void {
    this.#known.clear();
  }

  async #read(target: CallScope): Promise<readonly Template[]> {
    const now = target.io.clock.now();
    const listed = await listTemplates(target);
    this.#forget(new Set(listed.map(({ id }) => id)), now);
    if (listed.filter(({ id }) => !this.#known.has(id)).length >= MANY) await this.#prefill(target, listed, now);
    const templates: Template[] = [];
    const vanished: string[] = [];
    for (const template of listed) {
      const versions = await this.#versionsOf(target, template, now);
      if (versions === 'noTemplate') vanished.push(template.id);
      else templates.push({ ...template, versions });
    }
    if (vanished.length > 0) await mustBeGone(target, vanished);
    return templates;
  }

  #forget(existing: ReadonlySet<string>, now: number): void {
    for (const [id, { readAt }] of this.#known) {
      if (!existing.has(id) || now - readAt >= READ_ANEW_MS) this.#known.delete(id);
    }
  }

  /** Caches the templates that never had a version other than latest and default. */
  async #prefill(target: CallScope, listed: readonly Listed[], readAt: number): Promise<void> {
    const seen = await readLatestAndDefault(target);
    for (const { id, latestVersion } of listed) {
      const versions = seen.get(id);
      if (versions && !this.#known.has(id) && hasAll(versions, latestVersion))
        this.#known.set(id, { versions, readAt });
    }
  }

  async #versionsOf(target: CallScope, template: Listed, now: number): Promise<Versions | 'noTemplate'> {
    const known = this.#known.get(template.id) ?? { versions: new Map(), readAt: now };
    const highest = Math.max(0, ...known.versions.keys());
    if (highest >= template.latestVersion) return known.versions;
    const fresh = await readFrom(target, template.id, highest);
    if (fresh === 'noTemplate') return fresh;
    const versions = new Map([...known.versions, ...(fresh === 'noVersion' ? [] : fresh)]);
    await mustBeWhole(target, template, versions);
    this.#known.set(template.id, { versions, readAt: known.readAt });
    return versions;
  }
}

/** AWS does not document whether MinVersion is inclusive: starting at the last known version is right in both cases. */
async function readFrom(target: CallScope, LaunchTemplateId: string, known: number): Promise<Versions | NotThere> {
  const fresh = known > 0 ? await readVersions(target, { LaunchTemplateId, MinVersion: String(known) }) : 'noVersion';
  // The last known version was deleted, or the new one is not readable yet: then read all versions.
  return fresh === 'noVersion' ? readVersions(target, { LaunchTemplateId }) : fresh;
}

/** A listed template without versions is gone, or too new for consistent reads: a second list decides. */
async function mustBeGone(target: CallScope, ids: readonly string[]): Promise<void> {
  const listed = new Set((await listTemplates(target)).map(({ id }) => id));
  const there = ids.filter((id) => listed.has(id));
  if (there.length === 0) return;
  const message = `reading launch templates in ${whereIs(target)}: ${there.join(', ')} is listed, but AWS does not find its versions yet`;
  throw new ReadError(message, { problem: 'malformed' });
}

function hasAll(versions: Versions, latest: number): boolean {
  return versions.size === latest && versions.has(1) && versions.has(latest);
}

/** The default version cannot be deleted, but the latest can: then `$Latest` is an earlier one. */
async function mustBeWhole(target: CallScope, template: Listed, versions: Versions): Promise<void> {
  const { id, defaultVersion, latestVersion } = template;
  if (!versions.has(defaultVersion)) throw notWhole(target, id, defaultVersion);
  if (versions.has(latestVersion)) return;
  const latest = await readVersions(target, { LaunchTemplateId: id, Versions: ['$Latest'] });
  const really = typeof latest === 'string' ? undefined : [...latest.keys()][0];
  if (really === undefined || !versions.has(really)) throw notWhole(target, id, latestVersion);
}

function notWhole(target: CallScope, id: string, version: number): ReadError {
  const message = `reading launch template ${id} in ${whereIs(target)}: version ${version} exists and was not in the answer`;
  return new ReadError(message, { problem: 'malformed' });
}
