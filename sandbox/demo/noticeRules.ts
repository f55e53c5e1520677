/** Rules about the recipients and times of notices. */
import { atOf, type Deletion, type Facts } from './facts.ts';
import { ofKind } from './interventions.ts';
import type { Notice } from './notices.ts';
import { nameOf, type OracleRule, savedBy } from './oracleRule.ts';

/** The mails that count for a deletion: to its owner, about exactly this resource, before the request. */
function noticesFor({ key, at, resource }: Deletion, { notices, interventions }: Facts): readonly Notice[] {
  const since = Math.max(
    0,
    ...ofKind(interventions, 'replaced')
      .filter((one) => one.key === key && one.at < at)
      .map((one) => one.at),
  );
  const owner = resource?.owner.toLowerCase();
  return (notices.get(key) ?? []).filter(
    ({ receivedAt, recipients }) =>
      receivedAt > since && receivedAt < at && recipients.some((address) => address.toLowerCase() === owner),
  );
}

const unnoticed: OracleRule = {
  name: 'unnoticed',
  broken: (facts) =>
    facts.deletions
      .filter((deletion) => noticesFor(deletion, facts).length === 0)
      .map((deletion) => `${nameOf(deletion)} was deleted, and no mail had notified ${deletion.resource?.owner}`),
};

/** A shown date is a promise, even if several messages showed several dates. */
const beforeDate: OracleRule = {
  name: 'beforeDate',
  broken: (facts) =>
    facts.deletions.flatMap((deletion) => {
      const shownAt = Math.max(...noticesFor(deletion, facts).map((notice) => notice.shownAt));
      if (deletion.at >= shownAt) return [];
      return [`${nameOf(deletion)} was deleted ${shownAt - deletion.at} ms before the date in the mail`];
    }),
};

const beforeRetention: OracleRule = {
  name: 'beforeRetention',
  broken: (facts) =>
    facts.deletions.flatMap((deletion) => {
      const retentionMs = deletion.resource?.unowned ? facts.unownedRetentionMs : facts.retentionMs;
      const notifiedAt = Math.min(...noticesFor(deletion, facts).map(({ receivedAt }) => receivedAt));
      const early = notifiedAt + retentionMs - deletion.at;
      if (!Number.isFinite(early) || early <= 0) return [];
      return [`${nameOf(deletion)} was deleted ${early} ms before its retention was over`];
    }),
};

/** People who get notices about resources in use learn to ignore the mails. */
const wronglyNotified: OracleRule = {
  name: 'wronglyNotified',
  broken: ({ notices, byKey }) =>
    [...notices].flatMap(([key]) => {
      const resource = byKey.get(key);
      if (!resource) return [`a mail names ${key}, which was not there to be judged`];
      const { truth, name, owner } = resource;
      return truth.kind === 'mustKeep' ? [`${owner} was notified about ${name}, which must be kept: ${truth.why}`] : [];
    }),
};

/** While evidence is unreadable nothing is marked, so no notice is sent. Existing marks may still be mailed. */
const notifiedUnread: OracleRule = {
  name: 'notifiedUnread',
  broken: ({ notices, interventions, byKey }) =>
    ofKind(interventions, 'unreadable').flatMap(({ keys, from, until = Number.POSITIVE_INFINITY }) =>
      keys.flatMap((key) => {
        const [first] = notices.get(key) ?? [];
        if (!first || first.receivedAt <= from || first.receivedAt >= until) return [];
        return [`${byKey.get(key)?.name} was marked while evidence about it could not be read`];
      }),
    ),
};

/**
 * Holystone remembers its notices: a second message about the same resource means that its mark was lost, and moves its
 * date; the one after a backup, before the end, does not. A message that was sent twice has the same Message-ID.
 */
const notifiedAgain: OracleRule = {
  name: 'notifiedAgain',
  broken: ({ notices, interventions, byKey, otherWrites }) =>
    [...notices].flatMap(([key, received]) =>
      received.flatMap((notice, index) => {
        const before = received[index - 1];
        if (!before || before.messageId === notice.messageId) return [];
        const between = (at: number) => before.receivedAt <= at && at <= notice.receivedAt;
        const excused =
          ofKind(interventions, 'replaced').some((one) => one.key === key && between(one.at)) ||
          ofKind(interventions, 'emptied').some(({ at }) => between(at)) ||
          otherWrites.some((call) => savedBy(call) === key && between(atOf(call)));
        return excused ? [] : [`${byKey.get(key)?.owner} was notified again about ${byKey.get(key)?.name}`];
      }),
    ),
};

export const noticeRules: readonly OracleRule[] = [
  unnoticed,
  beforeDate,
  beforeRetention,
  wronglyNotified,
  notifiedUnread,
  notifiedAgain,
];
