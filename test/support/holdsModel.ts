/** The world of the model of holds: things that use each other, and the laws about requests to delete them. */
import type { Digest } from '../../src/core/notice/digest.ts';
import { Stack, type StackType } from './stackProvider.ts';

/** Each type is deleted after the types before it. */
const FIRST_TYPES: Readonly<Record<StackType, readonly StackType[]>> = {
  front: [],
  pool: ['front'],
  rule: ['front', 'pool', 'rule'],
};

/** Ids of the things that commands name; `typeOf` has their types. */
export const IDS = ['front-1', 'front-2', 'pool-1', 'pool-2', 'rule-1', 'rule-2', 'rule-3'] as const;
export type Id = (typeof IDS)[number];

export function typeOf(id: string): StackType {
  return id.split('-')[0] as StackType;
}

/** Things of several types that their owner may keep as one; `rule-3` is in no group. */
export function groupOf(id: string): string | undefined {
  const stack = id.split('-')[1];
  return stack === '1' || stack === '2' ? `stack/${stack}` : undefined;
}

/** Things that something else uses for ever: with them no command makes the listings or the evidence shrink by half. */
const ANCHORS = 12;

/** Checks each request as it leaves: the model knows nothing of marks, verdicts or Redis. */
export class JudgedStack extends Stack {
  readonly breaches: string[] = [];
  readonly kept = new Set<string>();
  readonly keptGroups = new Set<string>();
  /** Id → the latest deletion date that a message showed, ms since the epoch. */
  readonly #notified = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    super();
    this.#now = now;
    this.createdAt = now() - 400 * 24 * 3_600_000;
    for (let i = 0; i < ANCHORS; i++) {
      const uses = [`pool-a${i}`, `rule-a${i}`];
      this.add('front', `front-a${i}`, uses, { isUsedElsewhere: true });
      this.add('pool', `pool-a${i}`, [`rule-a${i}`]);
      this.add('rule', `rule-a${i}`);
    }
    for (const id of IDS) this.#add(id);
  }

  #add(id: Id): void {
    const group = groupOf(id);
    this.add(typeOf(id), id, [], group === undefined ? {} : { group });
  }

  /** Does its owner keep it, alone or with its group? */
  isKept(id: string): boolean {
    return this.kept.has(id) || this.keptGroups.has(groupOf(id) ?? '');
  }

  /** A thing only uses things of a type that is deleted after its own. */
  link(user: Id, used: Id): void {
    const thing = this.things.get(user);
    if (!thing || !FIRST_TYPES[typeOf(used)].includes(typeOf(user))) return;
    this.change(user, { uses: [...new Set([...thing.uses, used])] });
  }

  unlink(user: Id, used: Id): void {
    const thing = this.things.get(user);
    if (thing) this.change(user, { uses: thing.uses.filter((one) => one !== used) });
  }

  /** A new thing under a name that no thing has. */
  create(id: Id): void {
    if (this.things.has(id)) return;
    this.createdAt += 1000;
    this.lingering.delete(id);
    this.#notified.delete(id);
    this.#add(id);
  }

  deliver({ rows }: Digest): void {
    for (const { id, deletionAt } of rows) this.#notified.set(id, Math.max(deletionAt, this.#notified.get(id) ?? 0));
  }

  override delete(id: string) {
    const users = this.usersOf(id);
    const notifiedAt = this.#notified.get(id);
    if (users.length > 0) this.breaches.push(`${id}: a request while the evidence names ${users.join(', ')}`);
    if (this.things.get(id)?.isUsedElsewhere) this.breaches.push(`${id}: a request while something else uses it`);
    if (this.isKept(id)) this.breaches.push(`${id}: a request although its owner keeps it`);
    if (notifiedAt === undefined) this.breaches.push(`${id}: a request without a notice`);
    else if (this.#now() < notifiedAt)
      this.breaches.push(`${id}: a request before a date of which its owner was notified`);
    return super.delete(id);
  }

  /** The other things that the cloud names as users, also deleted ones that linger. */
  usersOf(id: string): readonly string[] {
    const all = [...this.things.values(), ...this.lingering.values()];
    return all.filter((user) => user.id !== id && user.uses.includes(id)).map((user) => user.id);
  }

  /** After surveys that read everything, a mark is right only if each user is marked too, or deleted. */
  checkMarks(marked: ReadonlySet<string>): void {
    for (const id of marked) {
      if (this.isKept(id)) this.breaches.push(`${id}: marked although its owner keeps it`);
      if (this.things.get(id)?.isUsedElsewhere) this.breaches.push(`${id}: marked although something else uses it`);
      const keeps = this.usersOf(id).filter((user) => !marked.has(user) && !this.lingering.has(user));
      if (keeps.length > 0) this.breaches.push(`${id}: marked although ${keeps.join(', ')} stays and uses it`);
    }
  }

  /** The end: people stop to interfere, and reads succeed. Things in use, kept or in a circle stay. */
  calm(): void {
    this.lingers = false;
    this.lingering.clear();
    this.unreadable.clear();
    for (const id of this.things.keys()) this.change(id, { refuses: undefined });
  }

  /** Things that must be gone in the end: without users other than those, and without a keep. */
  unused(): ReadonlySet<string> {
    const gone = new Set<string>();
    for (let size = -1; size !== gone.size; ) {
      size = gone.size;
      for (const { id, isUsedElsewhere } of this.things.values()) {
        const isFree = !isUsedElsewhere && !this.isKept(id) && this.usersOf(id).every((user) => gone.has(user));
        if (isFree) gone.add(id);
      }
    }
    return gone;
  }
}
