/**
 * Rules about the check before a deletion.
 *
 * Holystone chooses a batch, reads its resources by id, then reads evidence, then judges and deletes. So every fact of
 * the cloud before that read by id could be known: a deletion against it is a breach. A later fact may be missed, and
 * is not a breach. A batch is chosen when it is due, so its reads are never older than the date shown to the owner.
 */
import type { CallRecord } from '../aws/index.ts';
import { atOf, type Deletion, type Facts, isListing } from './facts.ts';
import { ofKind } from './interventions.ts';
import { nameOf, type OracleRule } from './oracleRule.ts';
import { EVIDENCE_BY_NAME, GROUP_EVIDENCE, IMAGE_EVIDENCE, OTHER_EVIDENCE } from './requiredReads.ts';

/** Did the batch of this deletion start after the instant? Without any read the answer is yes. */
function couldKnow(deletion: Deletion, at: number, facts: Facts): boolean {
  const read = facts.readByIdBefore(deletion);
  return deletion.at > at && (read === undefined || atOf(read) > at);
}

const usedAgain: OracleRule = {
  name: 'usedAgain',
  broken: (facts) =>
    ofKind(facts.interventions, 'usedAgain').flatMap(({ key, at }) =>
      facts.deletions
        .filter((deletion) => deletion.key === key && couldKnow(deletion, at, facts))
        .map((deletion) => `${nameOf(deletion)} was deleted although it was in use again`),
    ),
};

const unread: OracleRule = {
  name: 'unread',
  broken: (facts) =>
    ofKind(facts.interventions, 'unreadable').flatMap(({ keys, from, until = Number.POSITIVE_INFINITY }) =>
      facts.deletions
        .filter((deletion) => keys.includes(deletion.key) && deletion.at < until && couldKnow(deletion, from, facts))
        .map((deletion) => `${nameOf(deletion)} was deleted while evidence about it could not be read`),
    ),
};

/**
 * No request may follow the page's promise to keep: with an earlier permit the page answers that deletion has begun.
 */
const optedOut: OracleRule = {
  name: 'optedOut',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'optedOut')
      .filter(({ answer }) => answer === 'kept')
      .flatMap(({ key, confirmedAt }) =>
        deletions
          .filter((deletion) => deletion.key === key && deletion.at > confirmedAt)
          .map((deletion) => `${nameOf(deletion)} was deleted after a page had said to its owner that it is kept`),
      ),
};

interface EvidenceCall {
  readonly operation: string;
  readonly account: string;
  /** The group that the call must name. */
  readonly group?: string;
}

/** Between the shown date and the request, the resource was read again, by id and with all its evidence. */
const unchecked: OracleRule = {
  name: 'unchecked',
  broken(facts) {
    // A run has thousands of calls: each date is parsed once, not once per deletion.
    const answered = facts.calls.filter(isAnswer).map((call) => ({ call, at: atOf(call) }));
    return facts.deletions.flatMap((deletion) => {
      const due = dueOf(deletion, facts);
      const fresh = answered.filter(({ call, at }) => call.seq < deletion.call.seq && at >= due);
      const read = facts.readByIdBefore(deletion);
      if (!read || atOf(read) < due) return [`${nameOf(deletion)} was deleted without being read again`];
      const unread = evidenceOf(deletion, facts).filter(
        ({ operation, account, group }) =>
          !fresh.some(
            ({ call }) =>
              call.operation === operation &&
              call.account === account &&
              call.region === deletion.call.region &&
              (group === undefined || call.input.AutoScalingGroupName === group),
          ),
      );
      return unread.map(
        ({ operation, account }) =>
          `${nameOf(deletion)} was deleted on old evidence: no ${operation} in ${account} since it was due`,
      );
    });
  },
};

/** That EKS does not know a cluster, or EFS no replication of a file system, is an answer about it. */
function isAnswer({ operation, status }: CallRecord): boolean {
  return status === 200 || (status === 404 && /^Describe(Cluster|ReplicationConfigurations)$/.test(operation));
}

/** The first date shown to its owner; without a date, the rule about notices reports it. */
function dueOf({ key, at }: Deletion, { notices }: Facts): number {
  const shown = (notices.get(key) ?? []).filter(({ receivedAt }) => receivedAt < at).map(({ shownAt }) => shownAt);
  return shown.length === 0 ? 0 : Math.min(...shown);
}

function evidenceOf({ call, type, id, resource }: Deletion, { accounts }: Facts): readonly EvidenceCall[] {
  const { account } = call;
  const other = OTHER_EVIDENCE[type];
  if (other) return other.map((operation) => ({ operation, account }));
  if (type === 'autoScalingGroup') {
    const byName = EVIDENCE_BY_NAME.map((operation) => ({ operation, account, group: id }));
    return [...GROUP_EVIDENCE.map((operation) => ({ operation, account })), ...byName];
  }
  const everywhere = accounts.flatMap(({ id }) => IMAGE_EVIDENCE.map((operation) => ({ operation, account: id })));
  return resource?.disabled ? everywhere : [...everywhere, { operation: 'DescribeImageAttribute', account }];
}

/**
 * One pass at a time: a batch lists the images of its place once, before its first deletion, so a listing between two
 * deletions of one batch means a second pass in the same namespace. In places with snapshots this is undecidable: a
 * pass over snapshots lists the images too.
 */
const overlap: OracleRule = {
  name: 'overlap',
  broken(facts) {
    const snapshots = facts.resources.filter(({ type }) => type === 'snapshot');
    const images = facts.deletions.filter(
      ({ call }) =>
        call.operation === 'DeregisterImage' &&
        !snapshots.some(({ account, region }) => account === call.account && region === call.region),
    );
    const listings = facts.calls.filter((call) => call.operation === 'DescribeImages' && isListing(call));
    return images.flatMap((second, index) => {
      const first = images.slice(0, index).findLast((earlier) => samePlace(earlier, second));
      const batch = first && facts.readByIdBefore(first);
      if (!first || !batch || batch !== facts.readByIdBefore(second)) return [];
      const between = listings.find(
        (call) => samePlace({ call }, second) && call.seq > first.call.seq && call.seq < second.call.seq,
      );
      return between ? [`two passes at once in ${between.account}/${between.region}, near ${nameOf(second)}`] : [];
    });
  },
};

/** A request in flight is not a breach: AWS needs a while to complete it. */
const IN_FLIGHT_MS = 1_000;
const MAX_EVIDENCE_AGE_MS = 300_000;

const stopped: OracleRule = {
  name: 'stopped',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'stopped').flatMap(({ at }) =>
      deletions
        .filter((deletion) => deletion.at > at + IN_FLIGHT_MS)
        .map((deletion) => `${nameOf(deletion)} was deleted after an operator had stopped everything`),
    ),
};

const held: OracleRule = {
  name: 'held',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'held').flatMap(({ at, why }) =>
      deletions
        .filter((deletion) => deletion.at > at + IN_FLIGHT_MS)
        .map((deletion) => `${nameOf(deletion)} was deleted although ${why}`),
    ),
};

const oldEvidence: OracleRule = {
  name: 'oldEvidence',
  broken: (facts) =>
    facts.deletions.flatMap((deletion) => {
      const read = facts.readByIdBefore(deletion);
      const age = read ? deletion.at - atOf(read) : 0;
      if (age <= (facts.maxEvidenceAgeMs ?? MAX_EVIDENCE_AGE_MS) + IN_FLIGHT_MS) return [];
      return [`${nameOf(deletion)} was deleted on reads that were ${age} ms old`];
    }),
};

function samePlace(a: Pick<Deletion, 'call'>, b: Pick<Deletion, 'call'>): boolean {
  return a.call.account === b.call.account && a.call.region === b.call.region;
}

export const checkRules: readonly OracleRule[] = [
  usedAgain,
  unread,
  optedOut,
  unchecked,
  overlap,
  stopped,
  held,
  oldEvidence,
];
