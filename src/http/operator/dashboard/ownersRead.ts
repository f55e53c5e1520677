/** The rows of the page of owners: from the marks themselves, or from the table of them. */
import { groupBy } from '../../../core/common/groupBy.ts';
import { inSteps, LIGHT_STEP } from '../../../core/common/steps.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { type MarkRow, rowOf } from '../../../core/mark/markTable.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { isTooMany, queriedRows } from '../api/markRows.ts';
import { eachMark } from './fewMarks.ts';
import type { FrameState } from './frameState.ts';
import { OWNERS_SHOWN, type OwnerMarks, type OwnerRow, type OwnersView, ownerRows } from './owners.tsx';
import { UNOWNED_SHOWN } from './ownersToFix.tsx';
import { readWithoutSettled, withoutSettled } from './waitingNow.ts';

type Owners = Pick<OwnersView, 'shown' | 'next' | 'unowned' | 'fromTable'>;

interface OwnersQuery {
  readonly q: string;
  readonly from: number;
}

/** From every mark: only where there are few. */
export async function readOwners(deps: OperatorDeps, state: FrameState, { q, from }: OwnersQuery): Promise<Owners> {
  const marks: Mark[] = [];
  for await (const mark of eachMark(deps, state.namespaces)) marks.push(mark);
  const owners = await byOwner(deps, marks.map(rowOf));
  const unowned = marks.filter((mark) => mark.unowned || mark.owner === undefined);
  const waiting = withoutSettled(state.waiting, marks, { deps, now: state.now });
  return { ...partOf(ownerRows({ owners, waiting, q }), from), unowned: { count: unowned.length, marks: unowned } };
}

/** From the table of all marks; without it, only the owners who wait for a message. */
export async function ownersOfMany(deps: OperatorDeps, state: FrameState, { q, from }: OwnersQuery): Promise<Owners> {
  const found = deps.markTable.isOn ? await queriedRows(deps, NO_FILTER) : undefined;
  const rows = found && !isTooMany(found) ? found.rows : undefined;
  const owners = rows && (await byOwner(deps, rows));
  const { shown, ...more } = partOf(ownerRows({ owners, waiting: state.waiting, q }), from);
  return {
    ...more,
    shown: await withNoticesOfNow(deps, state, shown),
    ...(rows ? { unowned: await firstUnowned(deps, rows) } : {}),
    fromTable: !found ? 'off' : isTooMany(found) ? 'tooMany' : found.isPart ? 'making' : 'made',
  };
}

const NO_FILTER = { limit: 1 };

function partOf(rows: readonly OwnerRow[], from: number): Pick<Owners, 'shown' | 'next'> {
  const until = from + OWNERS_SHOWN;
  const next = until < rows.length ? { next: { query: { from: String(until) }, total: rows.length } } : {};
  return { shown: rows.slice(from, until), ...next };
}

/** The rows of one page, each with the number of resources that its message would name now. */
async function withNoticesOfNow(
  deps: OperatorDeps,
  { waiting, now }: FrameState,
  rows: readonly OwnerRow[],
): Promise<readonly OwnerRow[]> {
  const nameOf = ({ owner = '' }: Pick<OwnerRow, 'owner'>) => owner.toLowerCase();
  const shown = new Set(rows.map(nameOf));
  const own = waiting.filter((one) => shown.has(nameOf(one)));
  const left = ownerRows({ owners: undefined, waiting: await readWithoutSettled(deps, own, now), q: '' });
  const byName = new Map(left.map((row) => [nameOf(row), row.waiting]));
  return rows.map((row) => ({ ...row, waiting: byName.get(nameOf(row)) }));
}

/** How many marks have no owner, and the first of them to be deleted. */
async function firstUnowned({ marks }: OperatorDeps, rows: readonly MarkRow[]) {
  const unowned = rows.filter(({ isUnowned }) => isUnowned);
  const ids = groupBy(unowned.slice(0, UNOWNED_SHOWN), ({ namespace }) => namespace);
  const read = await Promise.all(
    [...ids].map(([namespace, some]) =>
      marks.getMany(
        namespace,
        some.map(({ id }) => id),
      ),
    ),
  );
  return { count: unowned.length, marks: read.flat() };
}

async function byOwner({ workConfigurations }: OperatorDeps, rows: readonly MarkRow[]): Promise<readonly OwnerMarks[]> {
  const costs = new MarkCosts(workConfigurations());
  const catalogue = catalogueOf('en');
  // In any case, as the list of marks behind the row filters them.
  const byName = new Map<string | undefined, MarkRow[]>();
  for await (const some of inSteps(rows, LIGHT_STEP)) {
    for (const [owner, own] of groupBy(some, (row) => row.owner?.toLowerCase())) {
      const known = byName.get(owner);
      if (known) known.push(...own);
      else byName.set(owner, [...own]);
    }
  }
  return [...byName.values()].map((own) => ({
    owner: own[0]?.owner,
    marked: own.length,
    notified: own.filter(({ isNotified }) => isNotified).length,
    namespaces: [...new Set(own.map(({ namespace }) => namespace))],
    saving: costs.totalWords(
      own.map((row) => ({ namespace: row.namespace, resource: row })),
      catalogue,
    ),
  }));
}
