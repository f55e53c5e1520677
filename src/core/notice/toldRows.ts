/** The rows that a message shows: what follows another row is told in that. Pure. */
import { defined } from '../common/defined.ts';
import { inEnglish } from '../reason/english.ts';
import { type DigestRow, whyOf } from './digest.ts';
import { costTogether, followedWords, led, namedIn } from './followers.ts';

/**
 * One that follows another row of the same message, with the same date and kind of news, is told in that: the owner who keeps that one
 * keeps both. Each still has its own mark and notice.
 */
export function toldRows(rows: readonly DigestRow[]): readonly DigestRow[] {
  if (!rows.some(({ follows }) => follows)) return rows;
  const told = led<DigestRow>(rows, {
    keyOf,
    leadersOf: ({ follows }) => (follows?.ids ?? []).map((id) => `${follows?.namespace} ${id}`),
    dateOf: ({ deletionAt, quarantine }) => quarantine?.deletionAt ?? deletionAt,
    isTogether: (a, b) =>
      a.reminder === b.reminder && a.notifyOnly === b.notifyOnly && a.inUse === undefined && b.inUse === undefined,
  });
  return told.map(({ one, followers }) => (followers.length === 0 ? one : withFollowers(one, followers)));
}

function withFollowers(row: DigestRow, followers: readonly DigestRow[]): DigestRow {
  const ids = followers.map(({ id }) => id);
  const because = whyOf(row).map((reason) => {
    const named = namedIn(reason);
    return named ? followedWords(named, ids) : reason;
  });
  const { monthlyCost, ...rest } = row;
  const together = costTogether(
    monthlyCost,
    followers.map((one) => one.monthlyCost),
  );
  return {
    ...rest,
    followers: ids,
    because,
    reasons: because.map(inEnglish),
    ...defined({ monthlyCost: together }),
  };
}

function keyOf({ namespace, id }: DigestRow): string {
  return `${namespace} ${id}`;
}
