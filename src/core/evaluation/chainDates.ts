import type { Wait } from './holders.ts';
import type { Verdict } from './verdict.ts';

/**
 * The latest date at which the users of held resources are due, ms since the epoch, through whole chains of them.
 * @param verdicts without circles of held resources
 * @param ownDateOf the date of a resource by itself, ms since the epoch
 */
export function chainDates(
  verdicts: (id: string) => Verdict | undefined,
  ownDateOf: (id: string) => number,
): (verdict: Verdict) => number {
  const known = new Map<string, number>();
  const inChain = (wait: Wait) => (wait.dueAt === undefined && verdicts(wait.id)?.kind === 'held' ? [wait.id] : []);
  const dateOf = (wait: Wait) => {
    if (wait.dueAt !== undefined) return wait.dueAt;
    if (wait.isDeleted) return 0;
    return Math.max(known.get(wait.id) ?? 0, ownDateOf(wait.id));
  };
  return (verdict) => {
    const path = [verdict];
    const entered = new Set([verdict.id]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { id, waitsFor = [] } = top;
      const next = waitsFor.flatMap(inChain).find((user) => !known.has(user) && !entered.has(user));
      if (next !== undefined) {
        entered.add(next);
        path.push(verdicts(next) as Verdict);
        continue;
      }
      known.set(id, Math.max(0, ...waitsFor.map(dateOf)));
      path.pop();
    }
    return known.get(verdict.id) ?? 0;
  };
}
