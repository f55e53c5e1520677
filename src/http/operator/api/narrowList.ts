import type { IndexList } from '../../../core/mark/markIndex.ts';
import { type Namespace, partsOf } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { MarkFilters } from './markQuery.ts';

const FILTERS = ['namespace', 'type', 'account', 'location', 'owner', 'state', 'group', 'q', 'dueBefore'] as const;
type Filter = (typeof FILTERS)[number];

/** The shortest list of the index that contains every mark of a query. */
export interface NarrowList {
  /** Absent: the list of all marks. */
  readonly list?: IndexList;
  /** Does every mark of the list match, so that a page reads no more entries than it shows? */
  readonly isExact: boolean;
}

interface Candidate {
  readonly list: IndexList;
  /** The filter that every mark of the list matches; absent = a wider list. */
  readonly answers?: Filter;
}

/**
 * The shortest list of the index with every mark that the filters match.
 * @param namespace of the filter; absent: marks of all namespaces are asked for
 */
export async function narrowList(
  { markIndex }: Pick<OperatorDeps, 'markIndex'>,
  query: MarkFilters,
  namespace: Namespace | undefined,
): Promise<NarrowList> {
  // By date, the pages begin and end at the requested instant.
  const left = FILTERS.filter((name) => query[name] !== undefined && !(name === 'dueBefore' && query.sort === 'date'));
  const candidates = candidatesOf(query, namespace);
  const lengths = candidates.length < 2 ? [] : await markIndex.lengths(candidates.map(({ list }) => list));
  const shortest = Math.min(...lengths);
  const chosen = candidates.find((_, i) => lengths.length === 0 || lengths[i] === shortest);
  const isExact = left.every((name) => name === chosen?.answers);
  return { ...(chosen ? { list: chosen.list } : {}), isExact };
}

function candidatesOf(query: MarkFilters, namespace: Namespace | undefined): readonly Candidate[] {
  const { owner, account, location, type, state } = query;
  const candidates: Candidate[] = [];
  if (owner !== undefined) candidates.push({ list: { of: 'owner', value: owner }, answers: 'owner' });
  if (state === 'deleting') candidates.push({ list: { of: 'deleting' }, answers: 'state' });
  if (namespace !== undefined) {
    const parts = partsOf(namespace);
    candidates.push({ list: { of: 'account', value: parts.account } });
    candidates.push({ list: { of: 'location', value: parts.location } });
    candidates.push({ list: { of: 'type', value: parts.resourceType } });
  }
  if (account !== undefined) candidates.push({ list: { of: 'account', value: account }, answers: 'account' });
  if (location !== undefined) candidates.push({ list: { of: 'location', value: location }, answers: 'location' });
  if (type !== undefined) candidates.push(ofType(type));
  return candidates;
}

/** A type may have its provider before it, `aws.image`; the list has those of all providers. */
function ofType(type: string): Candidate {
  const provider = type.indexOf('.');
  if (provider < 0) return { list: { of: 'type', value: type }, answers: 'type' };
  return { list: { of: 'type', value: type.slice(provider + 1) } };
}
