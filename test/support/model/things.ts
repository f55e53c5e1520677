/** The world of the model: things that are used, owned, removed and made again, and a provider with faults. */
import { z } from 'zod';
import { PermitError, ReadError } from '../../../src/core/common/errors.ts';
import { QUARANTINE_TAG, type QuarantineOutcome } from '../../../src/core/mark/quarantine.ts';
import { KEEP_TAG, keepTagValue } from '../../../src/core/owner/optOut.ts';
import type { DeleteOutcome, Read, Resource } from '../../../src/core/resource/resource.ts';
import type { Handler, Io, Scope, Session } from '../../../src/handlers/contract/handler.ts';

export const LOCATIONS = ['here', 'there'] as const;
export type Location = (typeof LOCATIONS)[number];
/** The group that is decided about as one: all but `a`. */
export const GROUP = 'all but a';
export function isInGroup(id: string): boolean {
  return id !== 'a';
}

/** The provider's replies to a deleting request. */
export const ANSWERS = ['refused', 'inUse', 'retry', 'accepted', 'lostBefore', 'lostAfter', 'leftOut'] as const;
export type Answer = (typeof ANSWERS)[number];

export interface Thing {
  readonly id: string;
  identity: string;
  owner: string;
  used: boolean;
  createdAt: number;
  /** Its deletion was accepted and happens at the next move of the clock. */
  vanishing: boolean;
  /** Out of use; `quarantined` is the time since when, if we did it. */
  disabled: boolean;
  quarantined: number | undefined;
  /** The cloud refuses every request about it. */
  refused: boolean;
  /** Another account notes it, and therefore uses it. */
  noted: boolean;
  /** End of its keep tag, ms since the epoch. */
  keepTag: number | 'forever' | undefined;
}

export class Things {
  readonly #things = new Map<string, Thing>();
  #made = 0;
  /** The replies to the next deleting requests; later ones succeed. */
  readonly answers: Answer[] = [];
  /** Identities that our requests removed, with their id. */
  readonly deletedByUs = new Map<string, string>();
  evidenceFails = false;
  readsFail = false;
  /** The next read of evidence returns no user, although there are users. */
  evidenceEmpty = false;
  /** The notes of the other account are unreadable; or the whole account is. */
  notesFail = false;
  accountFails = false;
  /** Places where a complete survey found users: a source that was empty from the start is no sudden emptiness. */
  readonly foundUsers = new Set<Location>();

  add(location: Location, id: string, owner: string, now: number): void {
    const identity = `${id}#${++this.#made}`;
    this.#things.set(key(location, id), {
      id,
      identity,
      owner,
      used: false,
      createdAt: now,
      refused: false,
      noted: false,
      keepTag: undefined,
      ...NEW,
    });
  }
  get(location: Location, id: string): Thing | undefined {
    return this.#things.get(key(location, id));
  }
  remove(location: Location, id: string): void {
    this.#things.delete(key(location, id));
  }
  in(location: Location): readonly Thing[] {
    return [...this.#things].filter(([name]) => name.startsWith(`${location}/`)).map(([, thing]) => thing);
  }
  /** Completes the accepted deletions. */
  settle(): void {
    for (const [name, thing] of this.#things) {
      if (!thing.vanishing) continue;
      this.#things.delete(name);
      this.deletedByUs.set(thing.identity, thing.id);
    }
  }
  heal(): void {
    Object.assign(this, { evidenceFails: false, readsFail: false, evidenceEmpty: false });
    Object.assign(this, { notesFail: false, accountFails: false });
    this.answers.length = 0;
  }
}

const NEW = { vanishing: false, disabled: false, quarantined: undefined } as const;

function key(location: string, id: string): string {
  return `${location}/${id}`;
}

/** The only resource type; an instance's calls go through its {@link Watcher}. */
export interface Watcher {
  effect<T>(name: string, call: () => Promise<T>): Promise<T>;
  didList(things: readonly Thing[]): void;
  didGet(location: Location, things: readonly Thing[]): void;
  didReadEvidence(used: ReadonlySet<string>): void;
  didNotReadEvidence(): void;
  didReadNotes(noted: ReadonlySet<string> | 'unread'): void;
  /** A deleting request leaves now, or one for only the quarantine step. */
  wire(location: Location, batch: readonly Resource[], step: 'deletion' | 'quarantine'): void;
}

/** The account with the notes. */
const OTHER = 'other';

/** In every result of the evidence, so that it is empty only when it is broken. */
const ANCHOR = { alias: 'anchor', says: 'used', by: 'something that is always there' } as const;

export function thingHandler(world: Things, watcher: Watcher): Handler {
  return {
    provider: 'aws',
    resourceType: 'thing',
    summary: 'Things of the model.',
    permissions: { list: [], delete: [] },
    parameters: z.object({}),
    missingEvidence: [],
    safeguards: [],
    rules: [],
    dated: 'byProvider',
    maxBatch: 2,
    quarantine: { summary: 'It is disabled.', permissions: [] },
    definition: (resource) => resource,
    reach: 'sharing',
    evidence: [
      {
        name: 'sharing',
        summary: 'Which accounts may use a thing.',
        permissions: [],
        per: 'resource',
        places: ({ account, location }) => [{ account: account.name, location }],
        // A thing is shared with no account; another account may note it all the same.
        read: async () => [],
      },
      {
        name: 'notes',
        summary: 'Who has a thing in the notes of an account that it does not reach.',
        permissions: [],
        per: 'location',
        affectsOtherAccounts: true,
        places: ({ location }) => [{ account: OTHER, location }],
        read: async ({ location }) => {
          const isUnread = world.notesFail || world.accountFails;
          const noted = world.in(location as Location).filter((thing) => thing.noted);
          watcher.didReadNotes(isUnread ? 'unread' : new Set(noted.map(({ identity }) => identity)));
          if (world.accountFails) throw new ReadError('the role cannot be assumed', { problem: 'credentials' });
          if (world.notesFail) throw new ReadError('notes cannot be read', { problem: 'denied' });
          return [ANCHOR, ...noted.map(({ id }) => ({ alias: id, says: 'used', by: `a note of ${id}` }) as const)];
        },
      },
      {
        name: 'users',
        summary: 'Who uses a thing.',
        permissions: [],
        per: 'location',
        places: ({ account, location }) => [{ account: account.name, location }],
        read: ({ location }) =>
          watcher.effect('evidence', async () => {
            if (world.evidenceFails) {
              watcher.didNotReadEvidence();
              throw new ReadError('users cannot be read', { problem: 'denied' });
            }
            const used = world.in(location as Location).filter((thing) => thing.used);
            watcher.didReadEvidence(new Set(used.map(({ identity }) => identity)));
            const isEmpty = world.evidenceEmpty && world.foundUsers.has(location as Location);
            if (isEmpty) world.evidenceEmpty = false;
            if (isEmpty) return [];
            return [ANCHOR, ...used.map(({ id }) => ({ alias: id, says: 'used', by: `the user of ${id}` }) as const)];
          }),
      },
    ],
    open: (scope, io) => session(world, watcher, scope, io),
  };
}

function session(world: Things, watcher: Watcher, scope: Scope, io: Io): Session {
  const location = scope.location as Location;
  return {
    verifyAccount: async () => {},
    async *list() {
      yield await watcher.effect('list', async () => {
        const things = world.in(location);
        watcher.didList(things);
        return things.map(resourceOf);
      });
    },
    get: (ids) =>
      watcher.effect('get', async () => {
        const reads = new Map<string, Read<Resource>>();
        const found: Thing[] = [];
        for (const id of ids) {
          const thing = world.get(location, id);
          if (world.readsFail) reads.set(id, { kind: 'unknown', why: 'the provider is busy' });
          else reads.set(id, thing ? { kind: 'found', resource: resourceOf(thing) } : { kind: 'gone' });
          if (thing) found.push({ ...thing });
        }
        watcher.didGet(location, found);
        return reads;
      }),
    protect: ({ id, identity }, until) =>
      watcher.effect('protect', async () => {
        const thing = world.get(location, id);
        if (thing?.identity !== identity) return { did: 'gone' };
        thing.keepTag = until;
        return { did: until === undefined ? 'removed' : 'written' };
      }),
    delete: (batch) => watcher.effect('delete', async () => deletion(world, watcher, location, batch, io)),
    quarantine: {
      dryRunDelete: async () => {},
      begin: (resource) => watcher.effect('begin', async () => beginning(world, watcher, location, resource, io)),
      standing: async ({ id }) =>
        world.get(location, id)?.disabled ? { kind: 'inEffect' } : { kind: 'undone', why: 'somebody took it out' },
      release: ({ id, identity }) =>
        watcher.effect('release', async () => {
          const thing = world.get(location, id);
          if (thing?.identity === identity) Object.assign(thing, NEW);
          return 'enabled again';
        }),
    },
  };
}

function resourceOf({ id, identity, owner, createdAt, quarantined, keepTag }: Thing): Resource {
  const group = isInGroup(id) ? { group: GROUP } : {};
  const tags = {
    owner,
    ...(quarantined === undefined ? {} : { [QUARANTINE_TAG]: String(quarantined) }),
    ...(keepTag === undefined ? {} : { [KEEP_TAG]: keepTagValue(keepTag) }),
  };
  return { id, identity, name: id, tags, aliases: [id], createdAt: new Date(createdAt), ...group };
}

/** The same faults as for a deletion; a repeated request changes nothing. */
function beginning(
  world: Things,
  watcher: Watcher,
  location: Location,
  resource: Resource,
  { permit, clock }: Io,
): QuarantineOutcome | undefined {
  const why = permit ? permit.denies() : 'there is no permit';
  if (why !== undefined) throw new PermitError(why);
  watcher.wire(location, [resource], 'quarantine');
  const answer = world.answers.shift();
  if (answer === 'lostBefore') throw new Error('ECONNRESET before the effect');
  const thing = world.get(location, resource.id);
  if (thing?.identity !== resource.identity) return { kind: 'gone' };
  if (answer === 'refused' || thing.refused) return { kind: 'refused', reason: 'it is protected' };
  if (answer === 'inUse') return IN_USE;
  if (answer === 'retry') return { kind: 'retry', afterMs: 1000, reason: 'throttled' };
  if (!thing.disabled) Object.assign(thing, { disabled: true, quarantined: clock.now() });
  if (answer === 'lostAfter') throw new Error('ECONNRESET after the effect');
  return answer === 'leftOut' ? undefined : { kind: 'done', requestId: 'r', says: 'disabled' };
}

/** Something lingers that no evidence shows: Holystone asks again soon. */
const IN_USE = { kind: 'refused', reason: 'in use', isInUse: true } as const;

function deletion(
  world: Things,
  watcher: Watcher,
  location: Location,
  batch: readonly Resource[],
  { permit }: Io,
): ReadonlyMap<string, DeleteOutcome> {
  const why = permit ? permit.denies() : 'there is no permit';
  if (why !== undefined) throw new PermitError(why);
  watcher.wire(location, batch, 'deletion');
  const answer = world.answers.shift();
  if (answer === 'lostBefore') throw new Error('ECONNRESET before the effect');
  const outcomes = new Map<string, DeleteOutcome>();
  for (const { id, identity } of batch) {
    const thing = world.get(location, id);
    if (thing?.identity !== identity) outcomes.set(id, { kind: 'gone' });
    else if (answer === 'refused' || thing.refused) outcomes.set(id, { kind: 'refused', reason: 'it is protected' });
    else if (answer === 'inUse') outcomes.set(id, IN_USE);
    else if (answer === 'retry') outcomes.set(id, { kind: 'retry', afterMs: 1000, reason: 'throttled' });
    else if (answer === 'accepted') {
      thing.vanishing = true;
      outcomes.set(id, { kind: 'accepted', requestId: 'r' });
    } else {
      world.remove(location, id);
      world.deletedByUs.set(identity, id);
      if (answer !== 'leftOut') outcomes.set(id, { kind: 'deleted', requestId: 'r' });
    }
  }
  if (answer === 'lostAfter') throw new Error('ECONNRESET after the effect');
  return outcomes;
}
