/**
 * The laws as an independent model: it knows people's decisions and notices, the log, and the times of the reads; never
 * the contents of Redis. It judges every deleting request as it leaves.
 */

import type { Statement } from '../../../src/core/mark/ownerResponse.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { GROUP, isInGroup, type Location, type Thing, type Things } from './things.ts';

export const DAY = 24 * 3_600_000;
const MAX_EVIDENCE_AGE_MS = 5 * 60_000;
/** An owner's request for an early deletion ends retention no sooner than this long after the notice. */
const EXPEDITE_NOT_BEFORE_MS = DAY;

/** The current configuration. */
export interface Configured {
  readonly live: Readonly<Record<Location, boolean>>;
  readonly retentionDays: number;
  readonly noticesOn: boolean;
  /** The id that the configuration excludes by name. */
  readonly excluded: string | undefined;
  readonly quarantineDays: number | undefined;
  readonly strict?: boolean;
  readonly slow?: boolean;
  readonly canary?: boolean;
}

/** The reads of one instance in its present pass. */
export interface Sight {
  readonly action: Action;
  /** id → identity. */
  listed: ReadonlyMap<string, string>;
  /** The pass read evidence and failed. */
  isUnread: boolean;
  /** When it read the due marks; monotonic, as all times here. */
  dueAt: number;
  gotAt: number;
  got: ReadonlyMap<string, Thing>;
  evidenceAt: number;
  used: ReadonlySet<string>;
  /** The notes of the other account; `unread`: the read failed. */
  noted: ReadonlySet<string> | 'unread';
  readonly defined: Set<string>;
  readonly pass: number;
  /** Its lock expired while it slept. */
  lockLost: boolean;
}

interface Notified {
  readonly recipient: string;
  readonly messageId: string;
  readonly at: number;
  readonly until: number;
  /** It bounced; the passes that may have had their permits before. */
  bouncedIn?: readonly number[];
}

/** An owner's statements about a mark, unless taken back. */
interface Word {
  /** The owner does not need it: retention is over. */
  early?: string;
  /** Owners who say that it is not theirs: the fallback gets the notice. */
  readonly disclaimedBy: Set<string>;
}

/** The recipient of notices in place of an owner. */
const FALLBACK = 'cloud@example.com';

interface Keep {
  readonly until: number | 'forever';
  /** The one pass that got its permit before. */
  readonly begunIn: number | undefined;
  /** The same for a permit that was only for the quarantine step, which is undone: a kept resource must stay. */
  readonly disabledIn?: number | undefined;
  /** Stored, but the instance died before it removed the marks. */
  readonly isHalf: boolean;
  /** The identity whose tag is all that is left of the decision: a new resource of the name has no tag. */
  readonly taggedOn?: string;
}

interface Marked {
  readonly generation: string;
  /** The identity in the listing. */
  readonly identity: string | undefined;
  readonly markedAt: number;
  permitted: boolean;
  /** The shortest configured one while it was marked. */
  retentionDays: number;
}

/** The knowledge that a roll-back of Redis loses. */
interface Known {
  readonly notified: Map<string, Notified[]>;
  readonly shown: Map<string, number>;
  readonly words: Map<string, Word>;
  readonly keeps: Map<string, Keep>;
  readonly marked: Map<string, Marked>;
}

export class Laws {
  readonly violations: string[] = [];
  #notified = new Map<string, Notified[]>();
  /** Delivered, whether or not the reply arrived. */
  #shown = new Map<string, number>();
  /** Dates per message and row. */
  readonly #sent = new Map<string, number>();
  #words = new Map<string, Word>();
  #keeps = new Map<string, Keep>();
  #marked = new Map<string, Marked>();
  readonly #endings = new Map<string, number>();
  /** The subject of each log line about a deletion. */
  readonly #ended: string[] = [];
  /**
   * Identities whose outcome nobody waits for: Redis fell back to before their requests, or an instance whose clock is
   * ahead gave up the wait for an accepted deletion. The log has their permits.
   */
  readonly #forgotten = new Set<string>();
  /** Identities with a definition stored before some request. */
  readonly #defined = new Set<string>();
  readonly #world: Things;
  readonly #now: () => number;
  said: Configured;
  killed = false;
  #backup: Known | undefined;

  constructor(world: Things, now: () => number, said: Configured) {
    this.#world = world;
    this.#now = now;
    this.said = said;
  }

  breach(law: string): void {
    this.violations.push(`${new Date(this.#now()).toISOString()} ${law}`);
  }

  configured(said: Configured): void {
    this.said = said;
    for (const mark of this.#marked.values()) mark.retentionDays = Math.min(mark.retentionDays, said.retentionDays);
  }

  audited({ event, namespace, id, generation = '', at, reason }: AuditEntry, sight?: Sight): void {
    if (id === undefined) return;
    const location = locationOf(namespace);
    const key = keyOf(location, id);
    if (event === 'protected' && reason?.startsWith('keep tag unchanged')) this.#keepsByTag(location, id);
    if (event === 'marked') {
      const { retentionDays } = this.said;
      const identity = sight?.listed.get(id);
      this.#marked.set(key, { generation, identity, markedAt: at, permitted: false, retentionDays });
    }
    const thing = this.#world.get(location, id);
    if (event === 'unmarked' && thing?.vanishing) this.#forgotten.add(thing.identity);
    if (event === 'unmarked' || event === 'gone' || event === 'deleted') this.#marked.delete(key);
  }

  /** A line is in the log: at once, or later where it could not be written. */
  written({ event, namespace, id, generation = '' }: AuditEntry, { isLate = false } = {}): void {
    if (id === undefined) return;
    const key = keyOf(locationOf(namespace), id);
    const mark = this.#marked.get(key);
    // A permit whose line waited was given back.
    if (event === 'permitted' && mark && !isLate) mark.permitted = true;
    if (event !== 'deleted') return;
    const ending = `${key} ${generation}`;
    this.#ended.push(key);
    this.#endings.set(ending, (this.#endings.get(ending) ?? 0) + 1);
    if (this.#endings.get(ending) !== 1) this.breach(`${key}: counted as deleted twice`);
  }

  /** An instance ended before it could write the line: nobody can look for the deletion in the log. */
  unwritten({ event, id }: AuditEntry): void {
    if (event !== 'deleted') return;
    const identities = [...this.#world.deletedByUs].filter(
      ([identity, its]) => its === id && !this.#forgotten.has(identity),
    );
    const last = identities.at(-1)?.[0];
    if (last !== undefined) this.#forgotten.add(last);
  }

  cameBack(messageId: string, passes: readonly number[]): void {
    for (const [name, all] of this.#notified) {
      for (const notified of all) {
        if (notified.messageId !== messageId) continue;
        notified.bouncedIn = passes;
        delete this.#words.get(name)?.early;
      }
    }
  }

  /** The store confirmed a person's statement. */
  heard(location: Location, said: { id: string; generation: string; statement: Statement; by: string }): void {
    const name = `${keyOf(location, said.id)} ${said.generation}`;
    const word: Word = this.#words.get(name) ?? { disclaimedBy: new Set() };
    this.#words.set(name, word);
    if (said.statement === 'deleteEarly') word.early = said.by;
    else delete word.early;
    if (said.statement === 'notMine') word.disclaimedBy.add(said.by);
    if (said.statement === 'mine') word.disclaimedBy.delete(said.by);
    // The person asked next has no notice yet.
    if (said.statement === 'notMine' || said.statement === 'mine') this.#notified.delete(name);
  }

  delivered({ owner, rows, messageId }: Digest, isAccepted: boolean): void {
    for (const { namespace, id, generation, deletionAt, reminder } of rows) {
      const location = locationOf(namespace);
      if (!this.said.live[location]) this.breach(`${keyOf(location, id)}: dry run, and ${owner} was mailed`);
      const key = `${keyOf(location, id)} ${generation}`;
      const before = this.#sent.get(`${messageId} ${key}`) ?? 0;
      if (deletionAt < before) this.breach(`${key}: the same message again, with an earlier date`);
      this.#sent.set(`${messageId} ${key}`, deletionAt);
      this.#shown.set(key, Math.max(this.#shown.get(key) ?? 0, deletionAt));
      // A reminder is no notice, so its bounce withdraws none.
      if (!isAccepted || reminder) continue;
      const until = Math.max(deletionAt, this.#now() + this.said.retentionDays * DAY);
      this.#notified.set(key, [
        ...(this.#notified.get(key) ?? []),
        { recipient: owner, messageId, at: this.#now(), until },
      ]);
    }
  }

  /** @param what an id, or the group */
  keeps(location: Location, what: string, keep: Keep): void {
    this.#keeps.set(keyOf(location, what), keep);
  }

  takesBack(location: Location, what: string): void {
    this.#keeps.delete(keyOf(location, what));
  }

  /**
   * A person undid a decision, and then Redis fell back, or was not watched for a while: the tag may stand for another
   * person's lost decision, so it stays until a person removes it.
   */
  #keepsByTag(location: Location, id: string): void {
    const thing = this.#world.get(location, id);
    if (thing?.keepTag === undefined) return;
    const { keepTag: until, identity: taggedOn } = thing;
    this.keeps(location, id, { until, begunIn: undefined, isHalf: true, taggedOn });
  }

  /** The decisions that keep it now, by its id or by its group. */
  keptBy(location: Location, id: string): readonly Keep[] {
    const names = isInGroup(id) ? [id, GROUP] : [id];
    const identity = this.#world.get(location, id)?.identity;
    return names.flatMap((name) => {
      const keep = this.#keeps.get(keyOf(location, name));
      if (!keep || !isInForce(keep, this.#now())) return [];
      return keep.taggedOn === undefined || keep.taggedOn === identity ? [keep] : [];
    });
  }

  /** Saves Redis's present knowledge of decisions and notices. */
  backUp(): void {
    this.#backup = structuredClone(this.#known());
  }

  /**
   * Redis knows no more than at the backup and on the tags of the resources. Lost statements and dates cannot be known;
   * decisions to keep from before the backup, and tagged ones, still count.
   */
  rolledBack(locations: readonly Location[]): void {
    if (!this.#backup) return;
    const { notified, shown, words, keeps, marked } = structuredClone(this.#backup);
    for (const { permitted, identity } of this.#marked.values()) {
      if (permitted && identity !== undefined) this.#forgotten.add(identity);
    }
    for (const location of locations) {
      for (const { id, identity, keepTag } of this.#world.in(location)) {
        const key = keyOf(location, id);
        // Until a survey reads the tag, the mark may be back.
        if (keepTag !== undefined && !keeps.has(key))
          keeps.set(key, { until: keepTag, begunIn: undefined, isHalf: true, taggedOn: identity });
      }
    }
    this.#notified = new Map([...this.#notified, ...notified]);
    // A mark without a notice at the backup gets a new notice, with the date of that message.
    for (const [key, { generation }] of marked) this.#shown.delete(`${key} ${generation}`);
    this.#shown = new Map([...this.#shown, ...shown]);
    this.#words = new Map([...this.#words, ...words]);
    this.#keeps = keeps;
    this.#marked = marked;
    this.#sent.clear();
    for (const [key, { generation }] of marked) this.#endings.delete(`${key} ${generation}`);
  }

  /** Redis lost one kind of keys: what it says now, it says anew. */
  lost(location: Location, what: 'marks' | 'outboxes'): void {
    if (what === 'outboxes') this.#forgetUnaccepted();
    if (what !== 'marks') return;
    for (const [key, { permitted, identity }] of this.#marked) {
      if (key.startsWith(`${location}/`) && permitted && identity !== undefined) this.#forgotten.add(identity);
    }
  }

  /** Nobody knows any more that a message whose acceptance was not reported may have shown a date. */
  #forgetUnaccepted(): void {
    for (const name of this.#shown.keys()) if (!this.#notified.has(name)) this.#shown.delete(name);
    this.#sent.clear();
  }

  #known(): Known {
    const [notified, shown, words, keeps] = [this.#notified, this.#shown, this.#words, this.#keeps];
    return { notified, shown, words, keeps, marked: this.#marked };
  }

  /** A complete survey without events in between: no mark of an earlier resource of the name is left (L35). */
  surveyed(location: Location, { listed }: Sight): void {
    if (!this.said.live[location]) return;
    for (const [id, identity] of listed) {
      const mark = this.#marked.get(keyOf(location, id));
      if (mark && !mark.permitted && mark.identity !== identity) {
        this.breach(`${keyOf(location, id)}: still marked as ${mark.identity}`);
      }
    }
  }

  /** A write about a namespace, which must be live. */
  wrote(what: string, location: Location): void {
    if (!this.said.live[location]) this.breach(`${location}: dry run, and ${what} was written`);
  }

  /** A deleting request leaves. */
  wire(location: Location, batch: readonly Resource[], sight: Sight, step: 'deletion' | 'quarantine'): void {
    if (sight.lockLost) this.breach(`${location}: a request although the lock was lost`);
    if (this.killed) this.breach(`${location}: a request although the kill switch is on`);
    if (!this.said.live[location]) this.breach(`${location}: a request in dry run`);
    for (const resource of batch) {
      const key = keyOf(location, resource.id);
      const wrong = [...this.#readLately(resource, sight), ...this.#allowed(location, resource, sight, step)];
      if (step === 'deletion') wrong.push(...this.#quarantined(location, resource));
      for (const why of wrong) this.breach(`${key}: ${why}`);
    }
  }

  #readLately({ id, identity }: Resource, sight: Sight): string[] {
    const wrong: string[] = [];
    const got = sight.got.get(id);
    if (got?.identity !== identity) wrong.push('asked for another one than was read');
    if (sight.gotAt < sight.dueAt || sight.evidenceAt < sight.dueAt) wrong.push('read before its batch was chosen');
    if (this.#now() - Math.min(sight.gotAt, sight.evidenceAt) > MAX_EVIDENCE_AGE_MS) wrong.push('read too long ago');
    const { noted } = sight;
    if (noted === 'unread') wrong.push('nobody could read whether another account uses it');
    else if (sight.used.has(identity) || noted.has(identity)) wrong.push('in use when it was read');
    if (!sight.defined.has(identity) && !this.#defined.has(identity)) wrong.push('no definition was stored');
    this.#defined.add(identity);
    if (this.#world.deletedByUs.has(identity)) wrong.push('asked for twice, although it was deleted');
    if (this.said.excluded === id) wrong.push('excluded');
    return wrong;
  }

  #allowed(location: Location, resource: Resource, { pass }: Sight, step: 'deletion' | 'quarantine'): string[] {
    const key = keyOf(location, resource.id);
    const mark = this.#marked.get(key);
    const now = this.#now();
    const wrong: string[] = [];
    const isBegun = ({ begunIn, disabledIn }: Keep) =>
      begunIn === pass || (step === 'quarantine' && disabledIn === pass);
    if (!this.keptBy(location, resource.id).every(isBegun)) wrong.push('opted out');
    if (!mark) return [...wrong, 'not marked'];
    if (mark.identity !== resource.identity) wrong.push('another one than was marked');
    if (!mark.permitted) wrong.push('no permit in the log');
    const name = `${key} ${mark.generation}`;
    const word = this.#words.get(name);
    const named = resource.tags.owner ?? '';
    const isOwned = named !== '' && word?.disclaimedBy.has(named) !== true;
    const owner = isOwned ? named : FALLBACK;
    // Law 3: only the owner's own statement ends retention.
    const isEarly = isOwned && word?.early === owner;
    if (now < (this.#shown.get(name) ?? 0) && !isEarly) wrong.push('before a date that was shown');
    if (this.said.noticesOn) {
      const notified = (this.#notified.get(name) ?? []).filter(
        ({ recipient, bouncedIn }) => recipient === owner && (bouncedIn?.includes(pass) ?? true),
      );
      if (!notified.some(({ at, until }) => now >= until || (isEarly && now >= at + EXPEDITE_NOT_BEFORE_MS)))
        wrong.push('its owner was not notified, or retention is not over');
    } else if (now < mark.markedAt + mark.retentionDays * DAY && !isEarly)
      wrong.push('retention since the mark is not over');
    return wrong;
  }

  /** Out of use first, unless the owner expedites the deletion; never deleted after a person enabled it again. */
  #quarantined(location: Location, { id, identity }: Resource): string[] {
    if (this.said.quarantineDays === undefined) return [];
    const thing = this.#world.get(location, id);
    if (thing?.identity !== identity) return [];
    if (!thing.disabled) return ['deleted, and was not out of use'];
    const mark = this.#marked.get(keyOf(location, id));
    const isEarly = this.#words.get(`${keyOf(location, id)} ${mark?.generation}`)?.early !== undefined;
    const since = thing.quarantined ?? Number.NEGATIVE_INFINITY;
    // The shortest configured quarantine: it may have begun with that.
    return this.#now() < since + DAY && !isEarly ? ['deleted before its quarantine was over'] : [];
  }

  /** Resources that no use and no decision keeps; without those that the cloud refuses. */
  left(locations: readonly Location[]): readonly string[] {
    return locations.flatMap((location) =>
      this.#world
        .in(location)
        .filter(({ id, used, noted, refused }) => !used && !noted && !refused && this.keptBy(location, id).length === 0)
        .map(({ id }) => keyOf(location, id)),
    );
  }

  /** Is it marked, with a notice where one is needed? Then it waits only for its date. */
  waitsForItsDate(key: string): boolean {
    const mark = this.#marked.get(key);
    if (!mark) return false;
    const notified = this.#notified.get(`${key} ${mark.generation}`) ?? [];
    return !this.said.noticesOn || notified.some(({ bouncedIn }) => bouncedIn === undefined);
  }

  /** Resources that we put out of use although they are used or kept. */
  withheld(locations: readonly Location[]): readonly string[] {
    return locations.flatMap((location) =>
      this.#world
        .in(location)
        .filter(({ disabled, quarantined }) => disabled && quarantined !== undefined)
        .filter(({ id, used, noted }) => used || noted || this.keptBy(location, id).length > 0)
        .map(({ id }) => keyOf(location, id)),
    );
  }

  /** After the end: each deletion is in the log exactly once, unless nobody waits for its outcome. */
  settled(): void {
    const remembered = [...this.#world.deletedByUs].filter(([identity]) => !this.#forgotten.has(identity));
    for (const [, id] of remembered) {
      if (!this.#ended.some((key) => key.endsWith(`/${id}`))) this.breach(`${id}: deleted, and nowhere in the log`);
    }
    if (this.#ended.length < remembered.length) {
      this.breach(`${remembered.length} deleted, ${this.#ended.length} in the log`);
    }
  }
}

function isInForce({ until }: Keep, now: number): boolean {
  return until === 'forever' || until > now;
}

function keyOf(location: string, id: string): string {
  return `${location}/${id}`;
}

export function locationOf(namespace: string): Location {
  return namespace.split(':')[2] as Location;
}
