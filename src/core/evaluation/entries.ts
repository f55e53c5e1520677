/** Which entry of `cleanup` judges a resource: the first that matches. Pure. */
import { defined } from '../common/defined.ts';
import type { Reason } from '../common/reason.ts';
import { inEnglish } from '../reason/english.ts';
import type { Resource } from '../resource/resource.ts';
import { allOf } from './comparison.ts';
import { type EntryIndex, indexOf } from './entryIndex.ts';
import { amongOf, type EntryMatch, entryMatchOf } from './entryMatch.ts';
import type { Policy, PolicyEntries } from './policy.ts';
import { type Reading, readingOnce } from './reading.ts';
import type { TraceStep } from './verdict.ts';

/** The entry that judges a resource, or why none does: then it is kept. */
export interface Choice<R extends Resource> {
  /** Without rules and set policies where no entry judges it. */
  readonly policy: Policy<R>;
  /** Its place in the order; absent: no entry judges the resource. */
  readonly place?: number;
  /** The words of its `match`; absent with that. */
  readonly label?: string;
  /** Why no entry judges it, else empty: that keeps. */
  readonly unjudged: readonly string[];
  /** The same where a read failed: until it works again, the resource is unknown, and its mark stays. */
  readonly unread: readonly string[];
  /** Names the entry, for reasons. */
  readonly says: readonly Reason[];
  /** The same in English: made once, not for each resource. */
  readonly words: readonly string[];
  /** The step of the trace where it excludes nothing; one object for all its resources, whose traces are kept. Absent: no words. */
  readonly passed?: TraceStep;
}

/** Made once for all resources: each of them is asked about several times. */
interface Known<R extends Resource> {
  readonly index: EntryIndex;
  /** By the places of the entries; absent: it matches every resource. */
  readonly matches: readonly (EntryMatch | undefined)[];
  readonly chosen: readonly Choice<R>[];
  /** By the places of the entries: whether this one matches is not known. */
  readonly unsure: readonly Choice<R>[];
  readonly none: Choice<R>;
}

/** The same entries and the same resource have the same answer: what has a row in a set policy is judged by that entry. */
export function choiceOf<R extends Resource>(resource: R, entries: PolicyEntries<R>): Choice<R> {
  const { index, matches, chosen, unsure, none } = knownOf(entries);
  for (const place of index(resource)) {
    const match = matches[place];
    const { policy } = chosen[place] as Choice<R>;
    const answer = match === undefined || match(resource, policy, entries.now);
    if (answer) return chosen[place] as Choice<R>;
    if (answer === undefined) return unreadOwner(resource, entries, place, none) ?? (unsure[place] as Choice<R>);
  }
  return none;
}

/** The choice where the entry asks for an owner whose place could not be read. */
function unreadOwner<R extends Resource>(
  resource: R,
  { all }: PolicyEntries<R>,
  place: number,
  none: Choice<R>,
): Choice<R> | undefined {
  const { match, label, policy } = all[place] as PolicyEntries<R>['all'][number];
  const why = match?.owner === undefined ? undefined : policy.ownerOf(resource).unsure;
  if (why === undefined) return undefined;
  const unread = [`whether the entry ${label} matches it is not known, since its owner is uncertain: ${why}`];
  return { ...none, unjudged: NOTHING, unread };
}

const NOTHING: readonly never[] = [];

/** The entry that judges the resource; its words are empty where there is only one. */
export function judging<R extends Resource>(subject: R, policy: Policy<R>): Choice<R> {
  return policy.entries
    ? choiceOf(subject, policy.entries)
    : { policy, unjudged: NOTHING, unread: NOTHING, says: NOTHING, words: NOTHING };
}

function matchOf<R extends Resource>(
  { among, match }: PolicyEntries<R>['all'][number],
  reading: Reading,
): EntryMatch | undefined {
  const asks = match && entryMatchOf(match, reading);
  if (among === undefined) return asks;
  const isAmong = amongOf(among);
  if (asks === undefined) return isAmong;
  return (...about) => {
    const answer = isAmong(...about);
    return answer === false ? false : allOf([answer, asks(...about)]);
  };
}

const memory = new WeakMap<object, unknown>();

function knownOf<R extends Resource>(entries: PolicyEntries<R>): Known<R> {
  const made = memory.get(entries) as Known<R> | undefined;
  if (made) return made;
  const { all, nobody } = entries;
  const reading = readingOnce();
  const unjudged = (why: string): Choice<R> => ({
    ...{ policy: nobody, unjudged: [why], unread: [], says: [], words: [] },
  });
  const known: Known<R> = {
    index: indexOf(
      all.map(({ match }) => match),
      reading,
    ),
    matches: all.map((one) => matchOf(one, reading)),
    chosen: all.map(({ policy, label }, place) => {
      const says: readonly Reason[] = [{ code: 'judged', values: defined({ match: label }) }];
      const words = says.map(inEnglish);
      const passed: TraceStep = { step: 'exclusion', says: 'pass', reasons: words };
      return { policy, place, unjudged: [], unread: [], says, words, passed, ...defined({ label }) };
    }),
    unsure: all.map(({ label }) =>
      unjudged(`whether the entry ${label} matches it is not known, so no entry judges it`),
    ),
    none: unjudged('no entry of the configuration matches it'),
  };
  memory.set(entries, known);
  return known;
}
