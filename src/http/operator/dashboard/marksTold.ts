/** What follows another mark is told in the row of that: one row, one date, one saving, as in a message. */
import { UnreadableError } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { namedIn } from '../../../core/notice/followers.ts';
import { type ToldMark, toldMarks } from '../../../core/notice/toldMarks.ts';
import { type Namespace, partsOf } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { chipsOf, type MarksPageQuery } from './marksQuery.ts';

type Deps = Pick<OperatorDeps, 'marks' | 'workConfigurations'>;

/** Filters that match a mark and what is told with it alike: only then the row of the one is in some page of the other. */
const ALIKE: ReadonlySet<string> = new Set(['account', 'location', 'owner']);

/**
 * The rows of a page. Of two that are on different pages, only the row of the leader is shown, and tells both: as long as it
 * names everything that may follow it, so that each page decides the same.
 */
export async function toldOnPage(
  deps: Deps,
  query: MarksPageQuery,
  marks: readonly Mark[],
): Promise<readonly ToldMark[]> {
  const known = new Map(deps.workConfigurations().map((wc) => [wc.namespace, wc.follows]));
  const followedIn = (namespace: Namespace) => known.get(namespace);
  const followers = [...known].flatMap(([namespace, leader]) => (leader ? [{ namespace, leader }] : []));
  if (followers.length === 0) return marks;
  const isWhole = chipsOf(query).every(({ name }) => ALIKE.has(name));
  const others = isWhole ? await onOtherPages(deps, marks, followers) : [];
  const shown = new Set(marks.map(keyOf));
  return toldMarks([...marks, ...others], followedIn).filter((mark) => shown.has(keyOf(mark)));
}

/** How many resources these rows tell. */
export function toldCount(marks: readonly ToldMark[]): number {
  return marks.reduce((count, { followers = [] }) => count + 1 + followers.length, 0);
}

interface Follows {
  readonly namespace: Namespace;
  readonly leader: Namespace;
}

async function onOtherPages({ marks: store }: Deps, marks: readonly Mark[], all: readonly Follows[]): Promise<Mark[]> {
  const seen = new Map(marks.map((mark) => [keyOf(mark), mark]));
  for (const { namespace, leader } of all) {
    const leaders = [...seen.values()].filter((mark) => mark.namespace === leader);
    const named = leaders.filter(namesAll).flatMap((mark) => namedIn(mark.resource.note)?.names ?? []);
    await read(store, seen, namespace, named, () => true);
    const type = partsOf(leader).resourceType;
    const followed = [...seen.values()]
      .filter((mark) => mark.namespace === namespace)
      .flatMap(({ waitsFor = [] }) => waitsFor.flatMap((wait) => (wait.type === type ? [wait.id] : [])));
    await read(store, seen, leader, followed, namesAll);
  }
  return [...seen.values()].slice(marks.length);
}

async function read(
  store: Deps['marks'],
  seen: Map<string, Mark>,
  namespace: Namespace,
  ids: readonly string[],
  isMeant: (mark: Mark) => boolean,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !seen.has(keyOf({ namespace, id })));
  if (missing.length === 0) return;
  try {
    for (const mark of await store.getMany(namespace, missing)) if (isMeant(mark)) seen.set(keyOf(mark), mark);
  } catch (error) {
    // Then each has a row of its own.
    if (!(error instanceof UnreadableError)) throw error;
  }
}

/** Does its own note name all that may follow it? */
function namesAll({ resource: { note } }: Mark): boolean {
  return namedIn(note)?.more === 0;
}

function keyOf({ namespace, id }: Pick<Mark, 'namespace' | 'id'>): string {
  return `${namespace} ${id}`;
}
