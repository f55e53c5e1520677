/** The rows of the table of marks that a query asks for. */
import { oncePer } from '../../../core/common/oncePer.ts';
import { inSteps, LIGHT_STEP } from '../../../core/common/steps.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { type MarkRow, type MarkRows, type MarkSort, rowOf, type TooManyMarks } from '../../../core/mark/markTable.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { knownNamespace, namespacesOf, sortedConfigurations } from './known.ts';
import { isIn, type MarkFilters, matching } from './markQuery.ts';

const MARKS_PER_READ = 500;

type Deps = Pick<OperatorDeps, 'markTable' | 'workConfigurations'>;

/** The rows of a query in one order, ascending. */
export interface QueriedRows {
  readonly rows: readonly MarkRow[];
  /** Marks are missing: their namespaces are still being read. */
  readonly isPart: boolean;
}

/** Only where the table is on. Rejects with StoreError. */
export async function queriedRows(
  deps: Deps,
  query: MarkFilters,
  sort: MarkSort = 'date',
): Promise<QueriedRows | TooManyMarks> {
  const wanted = askedFor(deps, query);
  const read = await deps.markTable.read(wanted);
  if (isTooMany(read)) return read;
  const among = new Set(wanted);
  const has = matching(query);
  const rows = await read.sorted({
    name: nameOf(deps, query),
    sort,
    has: (row) => among.has(row.namespace) && has(row),
  });
  return { rows, isPart: read.missing > 0 };
}

/** Whether the marks are more than the memory of this process takes. */
export function isTooMany<T extends object>(read: T | TooManyMarks): read is TooManyMarks {
  return 'most' in read;
}

/** The rows of all marks of these namespaces: from the table, or where it does not have them from the marks, a part at a time. */
export async function* eachRow(
  deps: Deps & Pick<OperatorDeps, 'marks'>,
  configurations: readonly WorkConfiguration[],
): AsyncGenerator<readonly MarkRow[]> {
  const rows = await allRows(deps);
  for (const { namespace } of configurations) {
    if (rows) yield* inSteps([...rows.of(namespace)], LIGHT_STEP);
    else for await (const page of pagesOf(deps, namespace)) yield page.map(rowOf);
  }
}

/** All rows of the configuration; `undefined`: the table is off, still being read, or too small. */
export async function allRows(deps: Deps): Promise<MarkRows | undefined> {
  if (!deps.markTable.isOn) return undefined;
  const read = await deps.markTable.read(namespacesOf(deps));
  return isTooMany(read) || read.missing > 0 ? undefined : read;
}

async function* pagesOf({ marks }: Pick<OperatorDeps, 'marks'>, namespace: Namespace): AsyncGenerator<readonly Mark[]> {
  let cursor: string | undefined;
  do {
    const page = await marks.page(namespace, cursor, MARKS_PER_READ);
    yield page.marks;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The same list for the same configuration where no filter is by place. */
function askedFor(deps: Deps, query: MarkFilters): readonly Namespace[] {
  const { namespace, type, account, location } = query;
  if ([namespace, type, account, location].every((filter) => filter === undefined)) return namespacesOf(deps);
  const some = namespace === undefined ? sortedConfigurations(deps) : [knownNamespace(deps, namespace)];
  return some.filter((one) => isIn(one, query)).map((one) => one.namespace);
}

/** Rows have one name only while the configuration is the same. */
function nameOf(deps: Deps, query: MarkFilters): string {
  const { cursor: _cursor, limit: _limit, sort: _sort, order: _order, ...filters } = query;
  return JSON.stringify([numberOf(deps.workConfigurations()), Object.entries(filters).toSorted()]);
}

let configurations = 0;
const numberOf = oncePer((_: readonly WorkConfiguration[]) => ++configurations);
