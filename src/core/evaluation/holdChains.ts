/**
 * Holds between resources of one type, whose verdicts are made in the same evaluation. Pure, deterministic, and linear in
 * the number of uses: a resource stays held only if each of its users is a candidate or stays held itself.
 */
import { LIGHT_STEP, type Stepwise } from '../common/steps.ts';
import { circlesAmong } from './circles.ts';
import type { Holders, Wait } from './holders.ts';
import { keptBecause, type Verdict } from './verdict.ts';

type Verdicts = ReadonlyMap<string, Verdict>;

interface Chains {
  /** Held resource → its users of the own type that are held too. */
  readonly users: Map<string, Wait[]>;
  /** The same the other way: user → the resources that wait for it. */
  readonly waiting: Map<string, string[]>;
  /** Held resources that an ordinary use keeps → the user that keeps them. */
  readonly kept: Map<string, string>;
}

/**
 * The verdicts that change from `held` to `keep`: of resources with a user that is not deleted itself, and of those that
 * only wait for each other in a circle.
 * @param isFinal absent: more evidence follows, and a user that is unknown may still become a candidate
 */
export function* resolvingHolds(
  verdicts: Verdicts,
  holders: Holders | undefined,
  isFinal = false,
): Stepwise<ReadonlyMap<string, Verdict>> {
  if (!holders?.isOwnTypeJudged) return new Map();
  const chains = yield* findingChains(verdicts, holders, isFinal);
  yield* keepingDependents(chains);
  const changed = new Map<string, Verdict>();
  for (const [id, by] of chains.kept) changed.set(id, keptBecause(verdicts.get(id) as Verdict, `used by ${by}`));
  const behind = yield* withoutEnd(chains);
  // Nothing in a circle can be deleted first. A rule that may end the uses within a circle would be asked here.
  for (const circle of circlesAmong(behind, (id) => usersIn(chains, id, behind))) {
    for (const id of circle) changed.set(id, keptBecause(verdicts.get(id) as Verdict, circleWords(chains, id, circle)));
  }
  for (const id of behind) {
    if (changed.has(id)) continue;
    const user = chains.users.get(id)?.find((wait) => behind.has(wait.id)) as Wait;
    changed.set(id, keptBecause(verdicts.get(id) as Verdict, `used by ${user.by}, which is kept`));
  }
  return changed;
}

function* findingChains(verdicts: Verdicts, holders: Holders, isFinal: boolean): Stepwise<Chains> {
  const chains: Chains = { users: new Map(), waiting: new Map(), kept: new Map() };
  let count = 0;
  for (const [id, { kind, waitsFor = [] }] of verdicts) {
    if (++count % LIGHT_STEP === 0) yield;
    if (kind !== 'held') continue;
    for (const wait of waitsFor) {
      if (wait.type !== holders.ownType || wait.isDeleted) continue;
      const user = verdicts.get(wait.id)?.kind;
      if (user === 'held') link(chains, id, wait);
      else if (!goesFirst(user, wait, holders, isFinal)) chains.kept.set(id, wait.by);
    }
  }
  return chains;
}

function link({ users, waiting }: Chains, id: string, wait: Wait): void {
  push(users, id, wait);
  push(waiting, wait.id, id);
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * The mark of a user that is unknown this time stays, and so do the resources it holds. So do those that a user holds
 * whose deletion has been requested, whatever its verdict.
 */
function goesFirst(user: Verdict['kind'] | undefined, { id }: Wait, holders: Holders, isFinal: boolean): boolean {
  const state = holders.stateOf(holders.ownType, id);
  if (state?.kind === 'marked' && state.isBegun) return true;
  if (user !== 'unknown') return user === 'candidate';
  return !isFinal || state?.kind === 'marked';
}

function* keepingDependents({ users, waiting, kept }: Chains): Stepwise<void> {
  const queue = [...kept.keys()];
  let count = 0;
  for (let user = queue.pop(); user !== undefined; user = queue.pop()) {
    for (const id of waiting.get(user) ?? []) {
      if (++count % LIGHT_STEP === 0) yield;
      if (kept.has(id)) continue;
      const by = users.get(id)?.find((wait) => wait.id === user)?.by as string;
      kept.set(id, `${by}, which is kept`);
      queue.push(id);
    }
  }
}

/** The held resources that no order of deletions reaches: those in a circle, and those that wait for one. */
function* withoutEnd({ users, waiting, kept }: Chains): Stepwise<ReadonlySet<string>> {
  const left = new Map<string, number>();
  for (const [id, waits] of users) if (!kept.has(id)) left.set(id, waits.length);
  const ready = [...waiting.keys()].filter((id) => !users.has(id) && !kept.has(id));
  let count = 0;
  for (let user = ready.pop(); user !== undefined; user = ready.pop()) {
    for (const id of waiting.get(user) ?? []) {
      if (++count % LIGHT_STEP === 0) yield;
      const more = left.get(id);
      if (more === undefined) continue;
      if (more > 1) left.set(id, more - 1);
      else {
        left.delete(id);
        ready.push(id);
      }
    }
  }
  return new Set(left.keys());
}

function usersIn({ users }: Chains, id: string, among: ReadonlySet<string>): readonly string[] {
  return (users.get(id) ?? []).map((wait) => wait.id).filter((user) => among.has(user));
}

/** Members that a reason names. */
const NAMED = 5;

function circleWords({ users }: Chains, id: string, circle: readonly string[]): string {
  const members = new Set(circle);
  const by = (users.get(id) ?? []).filter((wait) => members.has(wait.id)).map((wait) => wait.by);
  const sorted = circle.toSorted();
  const names = sorted.length > NAMED ? [...sorted.slice(0, NAMED), `${sorted.length - NAMED} more`] : sorted;
  return `used by ${by.join(', ')}; ${names.join(', ')} use each other in a circle, so none of them can be deleted first`;
}
