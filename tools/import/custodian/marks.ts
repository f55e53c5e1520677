/**
 * What becomes of the marks of a policy of Custodian (`mark-for-op`): another policy deletes the marked, and others take marks away.
 * Only together they say what goes: https://cloudcustodian.io/docs/aws/usecases/ebsgarbagecollect.html.
 */
import { isPlain, type Plain } from '../sourceFile.ts';
import { filterOf } from './filters.ts';
import { all, any, type Formula, reasonsIn, refusedFilter } from './formula.ts';
import type { OfType } from './valueFilter.ts';
import { hasVariable } from './variables.ts';

/** A mark: the tag, and what shall be done with the resource that has it. */
interface MarkFor {
  readonly tag: string;
  readonly op: string;
}

interface AfterMark {
  /** Does any policy of the file delete what is marked so? */
  readonly isDeleted: boolean;
  /** What must hold of the marked, too. */
  readonly also: Formula;
}

/** Custodian's own, where neither the action nor the filter says another. */
const MAID = 'maid_status';
const UNMARKS = ['unmark', 'untag', 'remove-tag'];
/** Keys of a policy that take away from what it selects in a way that no filter says. */
const CONDITIONS = ['conditions', 'query', 'region', 'start', 'end', 'tz'];

const listOf = (given: unknown): readonly Plain[] =>
  [given ?? []].flat().map((one): Plain => (isPlain(one) ? one : { type: one }));

/**
 * @param actions of the policy
 * @param policies all of its type, itself among them
 * @returns `undefined`: it marks nothing for a deletion
 */
export function afterMark(actions: unknown, policies: readonly Plain[], of: OfType): AfterMark | undefined {
  const [mark] = listOf(actions).flatMap((action): MarkFor[] => {
    const one = markOf(action);
    return action.type === 'mark-for-op' && of.aws.deletes.includes(one.op) ? [one] : [];
  });
  if (!mark) return undefined;
  const deleting = policies.filter(
    ({ actions: some, filters }) =>
      listOf(some).some(({ type }) => of.aws.deletes.includes(String(type))) && asksFor(filters, mark),
  );
  const unmarking = policies.filter(({ actions: some }) => listOf(some).some((action) => unmarks(action, mark.tag)));
  const deleted = deleting.map((one) => restOf(one, mark, of));
  const readable = deleted.filter((one) => reasonsIn(one).length === 0);
  const also = deleted.length === 0 ? all() : readable.length > 0 ? any(...readable) : (deleted[0] as Formula);
  return { isDeleted: deleting.length > 0, also: all(also, ...unmarking.map((one) => notIn(one, mark, of))) };
}

function markOf({ tag = MAID, op = 'stop' }: Plain): MarkFor {
  return { tag: String(tag), op: String(op) };
}

function isAskedMark(filter: unknown, { tag, op }: MarkFor): boolean {
  if (filter === 'marked-for-op') return isAskedMark({ type: filter }, { tag, op });
  if (!isPlain(filter) || filter.type !== 'marked-for-op') return false;
  const mark = markOf(filter);
  return mark.tag === tag && mark.op === op;
}

/** Anywhere in its filters. */
function asksFor(filters: unknown, mark: MarkFor): boolean {
  if (isAskedMark(filters, mark)) return true;
  const parts = Array.isArray(filters) ? filters : isPlain(filters) ? Object.values(filters) : [];
  return parts.some((one) => asksFor(one, mark));
}

function unmarks({ type, tags, tag }: Plain, of: string): boolean {
  const isOf = (one: unknown) => String(one) === of || hasVariable(one) || hasVariable(of);
  return UNMARKS.includes(String(type)) && [tags ?? tag ?? MAID].flat().some(isOf);
}

/** Its filters beside those that only ask for the mark, which every policy of Custodian's pattern does. */
function besideMark({ filters }: Plain, mark: MarkFor): readonly unknown[] {
  const asksForTag = (filter: unknown) => {
    if (!isPlain(filter)) return false;
    const value = filter.key === `tag:${mark.tag}` ? filter.value : filter[`tag:${mark.tag}`];
    return value === 'present' || value === 'not-null';
  };
  return [filters ?? []].flat().filter((one) => !isAskedMark(one, mark) && !asksForTag(one));
}

function restOf(policy: Plain, mark: MarkFor, of: OfType): Formula {
  const odd = CONDITIONS.find((key) => policy[key] !== undefined);
  const parts = besideMark(policy, mark).map((one) => filterOf(one, of, false));
  const [why] = odd === undefined ? parts.flatMap(reasonsIn) : [`\`${odd}\` has no counterpart`];
  return why === undefined ? all(...parts) : refusedFilter(`${nameOf(policy)} deletes what it marks, and ${why}`);
}

/** None of what a policy takes the mark away from. Fewer alternatives select less. */
function notIn(policy: Plain, mark: MarkFor, of: OfType): Formula {
  const parts = besideMark(policy, mark).map((one) => filterOf(one, of, true));
  const readable = parts.filter((one) => reasonsIn(one).length === 0);
  if (readable.length > 0) return any(...readable);
  const [why = 'it asks for nothing else'] = parts.flatMap(reasonsIn);
  return refusedFilter(`${nameOf(policy)} takes its mark away again, and ${why}`);
}

function nameOf({ name }: Plain): string {
  return `policy ${JSON.stringify(name ?? 'without name')}`;
}
