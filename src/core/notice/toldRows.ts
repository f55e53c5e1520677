/** One row for a resource and what follows it (`Handler.followedBy`): one decision, one date, one saving. Pure. */
import { defined } from '../common/defined.ts';
import type { Named, Reason } from '../common/reason.ts';
import { inEnglish } from '../reason/english.ts';
import { type MonthlyCost, totalOf } from '../resource/prices.ts';
import { type DigestRow, whyOf } from './digest.ts';

/**
 * The rows that a message shows. One that follows another row of the same message, with the same kind of news, is told in that;
 * the owner who keeps that one keeps both. Each still has its own mark and notice.
 */
export function toldRows(rows: readonly DigestRow[]): readonly DigestRow[] {
  if (!rows.some(({ follows }) => follows)) return rows;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const followers = new Map<DigestRow, DigestRow[]>();
  const alone = rows.filter((row) => {
    const leader = leaderOf(row, byKey);
    if (!leader) return true;
    followers.set(leader, [...(followers.get(leader) ?? []), row]);
    return false;
  });
  return alone.map((row) => {
    const own = followers.get(row);
    return own ? withFollowers(row, own) : row;
  });
}

/** One that follows another itself is none: nothing would tell both. */
function leaderOf({ follows, ...row }: DigestRow, byKey: ReadonlyMap<string, DigestRow>): DigestRow | undefined {
  return follows?.ids
    .map((id) => byKey.get(keyOf({ namespace: follows.namespace, id })))
    .find(
      (leader) =>
        leader !== undefined &&
        leader.follows === undefined &&
        leader.reminder === row.reminder &&
        leader.notifyOnly === row.notifyOnly &&
        leader.inUse === undefined &&
        row.inUse === undefined,
    );
}

function withFollowers(row: DigestRow, followers: readonly DigestRow[]): DigestRow {
  const ids = followers.map(({ id }) => id);
  const because = whyOf(row).map((reason) =>
    reason.code === 'snapshotsStay' ? following(reason.values, ids) : reason,
  );
  const { monthlyCost: _monthlyCost, ...rest } = row;
  return {
    ...rest,
    followers: ids,
    because,
    reasons: because.map(inEnglish),
    ...defined({ monthlyCost: costWith(row, followers) }),
  };
}

function following(all: Named, ids: readonly string[]): Reason {
  const names = all.names.filter((name) => !ids.includes(name));
  const more = Math.max(0, all.names.length + all.more - ids.length - names.length);
  return { code: 'snapshotsFollow', values: { go: shortened(ids), stay: { names, more } } };
}

/** A message names at most so many. */
const NAMED = 5;

function shortened(ids: readonly string[]): Named {
  return { names: ids.slice(0, NAMED), more: Math.max(0, ids.length - NAMED) };
}

/** What ends with all of them; what stays of the first is in its reason. */
function costWith({ monthlyCost }: DigestRow, followers: readonly DigestRow[]): MonthlyCost | undefined {
  const own = monthlyCost?.stays ? [] : [monthlyCost];
  const known = [...own, ...followers.map((one) => one.monthlyCost)].filter((cost) => cost !== undefined);
  const { amount, upTo } = totalOf(known);
  return amount === undefined ? undefined : { amount, ...(upTo ? { upTo } : {}) };
}

function keyOf({ namespace, id }: Pick<DigestRow, 'namespace' | 'id'>): string {
  return `${namespace} ${id}`;
}
