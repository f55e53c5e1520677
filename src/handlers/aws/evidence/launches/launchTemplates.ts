/** Launch templates of one account and region, with every version; shared by the sources that look at them. */
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

/** A version never changes, but it may be deleted, which nothing tells: all are read anew after this. */
const READ_ANEW_MS = 24 * 3_600_000;
/** From so many unknown templates on, one look at all of them saves a call for most. */
const MANY = 10;

/**
 * All templates with all their versions. The list is read each time, a version once.
 * @throws ReadError unless every version that must exist was seen
 */
export function readTemplates(target: CallScope): Promise<readonly Template[]> {
  const key = `aws/${target.account.name}/${target.region}/launchTemplates`;
  return target.io.clients.get(key, () => new VersionCache()).read(target);
}

interface Known {
  readonly versions: Versions;
  /** Business time, ms. */
  readonly readAt: number;
}

class VersionCache {
  #known = new Map<string, Known>();
  /** Two sources that ask at once take turns: the second finds the versions already there. */
  #turn: Promise<unknown> = Promise.resolve();

  read(target: CallScope): Promise<readonly Template[]> {
    const read = this.#turn.then(() => this.#read(target));
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

  /** Remembers those of which latest and default are all that there ever was. */
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

/** Whether AWS counts MinVersion itself in is not said clearly: asking from the last known one on is right both ways. */
async function readFrom(target: CallScope, LaunchTemplateId: string, known: number): Promise<Versions | NotThere> {
  const fresh = known > 0 ? await readVersions(target, { LaunchTemplateId, MinVersion: String(known) }) : 'noVersion';
  // The last known one was deleted, or the new one cannot be read yet: then all of them tell.
  return fresh === 'noVersion' ? readVersions(target, { LaunchTemplateId }) : fresh;
}

/** A template that was listed and has no versions is gone, or so new that reads disagree: the list tells which. */
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

/** The default version cannot be deleted; the latest can, and then `$Latest` names an earlier one. */
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
