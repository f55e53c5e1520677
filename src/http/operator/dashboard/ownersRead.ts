/** The rows of the page of owners: from the marks themselves, or from their index. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { OwnerFigures } from '../../../core/mark/markIndex.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { namespacesOf } from '../api/known.ts';
import { eachMark } from './fewMarks.ts';
import type { FrameState } from './frameState.ts';
import { OWNERS_SHOWN, type OwnerMarks, type OwnerRow, type OwnersView, ownerRows } from './owners.tsx';
import { UNOWNED_SHOWN } from './ownersToFix.tsx';
import { readWithoutSettled, withoutSettled } from './waitingNow.ts';

type Owners = Pick<OwnersView, 'shown' | 'next' | 'unowned' | 'fromIndex'>;

interface OwnersQuery {
  readonly q: string;
  readonly from: number;
  readonly after?: string | undefined;
}

/** From every mark: only where there are few. */
export async function readOwners(deps: OperatorDeps, state: FrameState, { q, from }: OwnersQuery): Promise<Owners> {
  const marks: Mark[] = [];
  for await (const mark of eachMark(deps, state.namespaces)) marks.push(mark);
  const costs = new MarkCosts(deps.workConfigurations());
  const catalogue = catalogueOf('en');
  const owners = byOwner(marks, (own) => costs.totalWords(own, catalogue));
  const unowned = marks.filter((mark) => mark.unowned || mark.owner === undefined);
  const waiting = withoutSettled(state.waiting, marks, { deps, now: state.now });
  const rows = ownerRows({ owners, waiting, q });
  const isMore = from + OWNERS_SHOWN < rows.length;
  return {
    shown: rows.slice(from, from + OWNERS_SHOWN),
    ...(isMore ? { next: { query: { from: String(from + OWNERS_SHOWN) }, total: rows.length } } : {}),
    unowned: { count: unowned.length, marks: unowned },
  };
}

/** First the owners who wait for a message, then all others in the order of their addresses, one page at a time. */
export async function indexedOwners(deps: OperatorDeps, state: FrameState, query: OwnersQuery): Promise<Owners> {
  const { markIndex } = deps;
  const { q, from, after } = query;
  const waiting = ownerRows({ owners: undefined, waiting: state.waiting, q });
  const stored = after === undefined ? waiting.slice(from, from + OWNERS_SHOWN) : [];
  const first = await withNoticesOfNow(deps, state, stored);
  if (!markIndex.isOn) {
    const query = { from: String(from + OWNERS_SHOWN) };
    const next = from + OWNERS_SHOWN < waiting.length ? { next: { query, total: waiting.length } } : {};
    return { shown: first, fromIndex: 'off', ...next };
  }
  const left = OWNERS_SHOWN - first.length;
  const [rest, missing, unowned] = await Promise.all([
    left === 0 ? { owners: [], next: undefined } : markIndex.ownerNames({ q, after: after ?? '', limit: left }),
    markIndex.missing(namespacesOf(deps)),
    unownedMarks(deps),
  ]);
  const isWaiting = new Set(waiting.map(({ owner = '' }) => owner.toLowerCase()));
  const others = rest.owners.filter((owner) => !isWaiting.has(owner));
  const names = [...first.flatMap(({ owner }) => owner ?? []), ...others];
  const figures = await markIndex.owners(names, currenciesOf(deps));
  const catalogue = catalogueOf('en');
  const byName = new Map(figures.map((one) => [one.owner, marksOf(one, catalogue)]));
  const withMarks = (row: OwnerRow): OwnerRow => ({ ...row, marks: byName.get(row.owner?.toLowerCase() ?? '') });
  const shown = [...first, ...others.map((owner) => ({ owner, marks: undefined, waiting: undefined }))].map(withMarks);
  const next =
    left === 0 ? { from: String(from + OWNERS_SHOWN) } : rest.next === undefined ? undefined : { after: rest.next };
  const fromIndex = missing > 0 ? 'making' : 'made';
  return { shown, unowned, fromIndex, ...(next ? { next: { query: next } } : {}) };
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

function marksOf({ owner, marked, notified, savings }: OwnerFigures, catalogue: Catalogue): OwnerMarks {
  // The index does not know which of the costs are a maximum.
  const words = savings.flatMap(
    ({ amount, currency }) => catalogue.saving({ amount, upTo: true, unpriced: 0 }, currency, marked) ?? [],
  );
  return { owner, marked, notified, saving: words.length === 0 ? undefined : words.join(', ') };
}

/** How many marks have no owner, and the first of them to be deleted. */
async function unownedMarks(deps: OperatorDeps): Promise<NonNullable<OwnersView['unowned']>> {
  const list = { of: 'unowned' } as const;
  const [[count = 0], { entries }] = await Promise.all([
    deps.markIndex.lengths([list]),
    deps.markIndex.page({ sort: 'date', order: 'asc', limit: UNOWNED_SHOWN, namespaces: namespacesOf(deps), list }),
  ]);
  const ids = new Map<Namespace, string[]>();
  for (const { namespace, id } of entries) {
    if (namespace !== undefined) ids.set(namespace, [...(ids.get(namespace) ?? []), id]);
  }
  const marks = await Promise.all([...ids].map(([namespace, some]) => deps.marks.getMany(namespace, some)));
  return { count, marks: marks.flat() };
}

function currenciesOf({ workConfigurations }: OperatorDeps): readonly string[] {
  return [...new Set(workConfigurations().flatMap(({ prices }) => prices?.currency ?? []))];
}

function byOwner(
  marks: readonly Mark[],
  savingOf: (own: readonly Mark[]) => string | undefined,
): readonly OwnerMarks[] {
  // In any case, as the list of marks behind the row filters them.
  const sums = new Map<string | undefined, Mark[]>();
  for (const mark of marks) {
    const key = mark.owner?.toLowerCase();
    const own = sums.get(key);
    if (own) own.push(mark);
    else sums.set(key, [mark]);
  }
  return [...sums.values()].map((own) => ({
    owner: own[0]?.owner,
    marked: own.length,
    notified: own.filter(({ notice }) => notice !== undefined).length,
    namespaces: [...new Set(own.map(({ namespace }) => namespace))],
    saving: savingOf(own),
  }));
}
