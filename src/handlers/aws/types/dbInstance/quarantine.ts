/**
 * Stops a database instance before its deletion, with a snapshot of the moment of its stop: whoever needs it finds out, and it is
 * started again.
 */

import type { DBInstance, DBSnapshot } from '@aws-sdk/client-rds';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Mark } from '../../../../core/mark/mark.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Before, Quarantining } from '../../../contract/quarantining.ts';
import { rds } from '../../calls/rds.ts';
import { readHistory, wordsOf } from '../../evidence/databases/events.ts';
import { type Happening, isStartOfRds } from '../../evidence/databases/history.ts';
import { type DbInstanceResource, stoppedAt } from '../../resources/dbInstance.ts';
import { lastSnapshotName } from '../../resources/lastOfDatabases.ts';
import { askedToStop, stopTag } from '../../resources/stopTag.ts';
import { NOT_SHOWN_FOR_MS, quarantineOne, readAgainLater } from '../../session/deleting.ts';
import { rdsTags } from '../../session/rdsTags.ts';
import type { CallScopes } from '../../session/session.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { isTaken } from '../../wire/errors.ts';
import type { CallScope } from '../../wire/target.ts';
import { readLastSnapshots, readSnapshotOf } from './finalSnapshot.ts';

/** The name of a snapshot has the day of the stop. */
const SAME_FOR_MS = 24 * 3_600_000;
/** Each leaves a snapshot that costs and that people alone delete: after so many without an end they have to look. */
const MOST_STOPS = 3;
/** The longest that a stop takes after its snapshot began: a later stop is another one. */
const STOPS_WITHIN_MS = 12 * 3_600_000;
const CLOCKS_MS = 5 * 60_000;

/** Quarantine is `StopDBInstance` with a snapshot; its end is `StartDBInstance`. */
export function quarantineDbInstances({ reader, deleter }: CallScopes): Quarantining<DbInstanceResource> {
  return {
    // RDS has no dry run.
    dryRunDelete: async () => {},
    begin: (instance) => quarantineOne(deleter, rds.stopDBInstance.api, () => begin(reader, deleter, instance)),
    standing: (instance, quarantine) => standingOf(reader, instance, quarantine),
    release: (instance) => release(reader, deleter, instance),
    tagAgain: (instance, before) => tagAgain(deleter, instance, before),
  };
}

async function begin(
  reader: CallScope,
  deleter: CallScope,
  instance: DbInstanceResource,
): Promise<QuarantineOutcome | undefined> {
  const { identity, dbInstanceStatus: status } = instance;
  const now = deleter.io.clock.now();
  const isOnItsWay = status === 'stopping' || status === 'stopped';
  const stopKey = askedToStop(instance);
  if (isOnItsWay && stopKey !== undefined) {
    const known = await snapshotOfStop(reader, identity, stopKey).catch(readAgainLater);
    if (known && 'kind' in known) return known;
    if (known?.DBSnapshotIdentifier) return done(known.DBSnapshotIdentifier, 'none');
  }
  if (status !== 'available')
    return { kind: 'refused', reason: `its state is ${status ?? 'not known'}`, isInUse: true };
  const earlier = await readLastSnapshots(reader, instance).catch(readAgainLater);
  if ('kind' in earlier) return earlier;
  if (earlier.length >= MOST_STOPS) return tooManyStops(earlier);
  return stop(deleter, instance, now);
}

function tooManyStops(earlier: readonly DBSnapshot[]): QuarantineOutcome {
  const names = earlier.map(({ DBSnapshotIdentifier: name }) => name).join(', ');
  const reason = `it was stopped ${earlier.length} times already, and not deleted after any of them: another stop would leave another snapshot; find out why it stayed, and delete those that nobody needs (${names})`;
  return { kind: 'refused', reason };
}

/**
 * The snapshot of the stop that its tag tells of; a request before the last one may have done it, on the day before.
 * @param requestedAt by the tag, ms since the epoch
 * @throws ReadError
 */
export async function snapshotOfStop(
  reader: CallScope,
  identity: string,
  requestedAt: number,
): Promise<DBSnapshot | undefined> {
  for (const at of [requestedAt, requestedAt - SAME_FOR_MS]) {
    const found = await readSnapshotOf(reader, identity, lastSnapshotName(identity, at));
    if (found) return found;
  }
  return undefined;
}

/** Writes the tag first: what has no tag is never started again. */
async function stop(
  deleter: CallScope,
  instance: DbInstanceResource,
  now: number,
): Promise<QuarantineOutcome | undefined> {
  const { id: DBInstanceIdentifier, identity } = instance;
  const DBSnapshotIdentifier = lastSnapshotName(identity, now);
  await rdsTags.writer(deleter, instance).write({ [QUARANTINE_TAG]: stopTag(identity, now) });
  try {
    const answer = await send(deleter, rds.stopDBInstance, { DBInstanceIdentifier, DBSnapshotIdentifier });
    const isThis = answer.DBInstance?.DbiResourceId === identity;
    return isThis ? done(DBSnapshotIdentifier, requestIdOf(answer)) : undefined;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const reason = `a snapshot called ${DBSnapshotIdentifier} is there already, of an earlier stop: tomorrow's has another name`;
    return { kind: 'retry', afterMs: SAME_FOR_MS, reason };
  }
}

function done(made: string, requestId: string): QuarantineOutcome {
  return { kind: 'done', requestId, made, says: `stopped; its data is saved in ${made}` };
}

/** @throws ReadError */
export async function standingOf(
  reader: CallScope,
  instance: DbInstanceResource,
  { at, made }: NonNullable<Mark['quarantine']>,
): Promise<QuarantineStanding> {
  const { identity, dbInstanceStatus: status = 'not known', storageEncrypted } = instance;
  if (status === 'stopping') return { kind: 'pending', why: 'it is still being stopped' };
  if (status !== 'stopped') return outOfIt(reader, instance, status);
  if (made === undefined) return { kind: 'failed', why: 'no snapshot of its stop is known' };
  const snapshot = await readSnapshotOf(reader, identity, made);
  if (!snapshot) return missing(made, reader.io.clock.now() - at);
  if (snapshot.Encrypted !== storageEncrypted)
    return { kind: 'failed', why: `${made} is not encrypted as the instance is` };
  if (snapshot.Status !== 'available') return notWhole(made, snapshot.Status);
  const standing = isOfThisStop(instance, snapshot);
  return standing.kind === 'inEffect' ? sinceIts(snapshot, await readHistory(reader, instance)) : standing;
}

/** Its states after a start. */
const STARTED: ReadonlySet<string> = new Set(['available', 'backing-up', 'starting']);

/** Whoever took it out uses it, unless it was RDS: a failed read proves nobody else. */
async function outOfIt(reader: CallScope, instance: DbInstanceResource, status: string): Promise<QuarantineStanding> {
  const history = STARTED.has(status) ? await readHistory(reader, instance).catch(nothing) : [];
  if (isStartOfRds(history))
    return { kind: 'ended', why: `RDS started it, which it does after seven days: its state is ${status}` };
  return { kind: 'undone', why: `its state is ${status} after Holystone stopped it: somebody started it` };
}

function nothing(error: unknown): readonly Happening[] {
  if (error instanceof ReadError) return [];
  throw error;
}

/**
 * Its stop and nothing else happened since its snapshot. A start and another stop within hours show in the events alone. Both
 * instants are of AWS's clock.
 */
function sinceIts({ SnapshotCreateTime: saved }: DBSnapshot, history: readonly Happening[]): QuarantineStanding {
  const since = doneSince(saved?.getTime() ?? 0, history);
  const [first, ...others] = since.filter(({ happened }) => happened !== 'unknown');
  if (first !== undefined && first.happened !== 'stop')
    return { kind: 'undone', why: `after Holystone stopped it: ${wordsOf(first)}` };
  const [second] = others;
  if (second) return { kind: 'undone', why: `after Holystone stopped it: ${wordsOf(second)}` };
  const odd = since.find(({ happened }) => happened === 'unknown');
  if (odd) return { kind: 'pending', why: `this version does not know what it means: ${wordsOf(odd)}` };
  if (!first) return { kind: 'pending', why: 'RDS has no event of its stop, so others may be missing' };
  return { kind: 'inEffect' };
}

/** What RDS did not do by itself. An event without a date may be of any. */
function doneSince(from: number, history: readonly Happening[]): readonly Happening[] {
  return history.filter(({ at, happened }) => happened !== 'ofRds' && (at === undefined || at >= from - CLOCKS_MS));
}

/** Both instants are of AWS's clock. */
function isOfThisStop(instance: DbInstanceResource, snapshot: DBSnapshot): QuarantineStanding {
  const { DBSnapshotIdentifier: made } = snapshot;
  const stopped = stoppedAt(instance);
  const saved = snapshot.SnapshotCreateTime?.getTime();
  if (stopped === undefined || saved === undefined || Number.isNaN(saved))
    return { kind: 'pending', why: `AWS does not say since when it is stopped, or from when ${made} is` };
  if (stopped < saved - CLOCKS_MS) return { kind: 'failed', why: `${made} was made after it had been stopped` };
  if (stopped > saved + STOPS_WITHIN_MS)
    return { kind: 'undone', why: `it was started after ${made} was made, and stopped again` };
  return { kind: 'inEffect' };
}

function notWhole(made: string, status = 'not known'): QuarantineStanding {
  return status === 'failed'
    ? { kind: 'failed', why: `${made} failed` }
    : { kind: 'pending', why: `the state of ${made} is ${status}` };
}

function missing(made: string, ageMs: number): QuarantineStanding {
  if (ageMs < NOT_SHOWN_FOR_MS) return { kind: 'pending', why: `AWS does not show ${made} yet` };
  return { kind: 'undone', why: `${made}, the snapshot of its stop, was deleted` };
}

/** Whether it is still the same stop, {@link release} finds out. */
async function tagAgain(
  deleter: CallScope,
  instance: DbInstanceResource,
  { at, definition }: Before,
): Promise<DbInstanceResource | undefined> {
  const { identity, dbInstanceStatus: status, tags } = instance;
  const { DBInstanceStatus: before } = definition as DBInstance;
  if ((status !== 'stopping' && status !== 'stopped') || before !== 'available') return undefined;
  const tag = { [QUARANTINE_TAG]: stopTag(identity, at) };
  await rdsTags.writer(deleter, instance).write(tag);
  return { ...instance, tags: { ...tags, ...tag } };
}

/** Starts what Holystone stopped, and nothing that somebody else did. */
async function release(reader: CallScope, deleter: CallScope, instance: DbInstanceResource): Promise<string> {
  await verifyAccount(deleter);
  const { id: DBInstanceIdentifier, dbInstanceStatus: status, tags } = instance;
  const stopKey = askedToStop(instance);
  if (status === 'stopping' && stopKey !== undefined)
    throw new Error(`${DBInstanceIdentifier} is still being stopped: it is started after that`);
  const starts = status === 'stopped' && stopKey !== undefined && (await isOwnStop(reader, instance, stopKey));
  if (starts) await send(deleter, rds.startDBInstance, { DBInstanceIdentifier });
  await rdsTags.writer(deleter, instance).remove({ [QUARANTINE_TAG]: tags[QUARANTINE_TAG] ?? '' });
  if (starts) return 'started again; the snapshot of its stop stays';
  if (status === 'stopped') return 'it stays stopped, because somebody else stopped it; only the tag was removed';
  return `it is ${status ?? 'in a state that is not known'}; the snapshot of its stop stays`;
}

/**
 * Is it stopped since then? Its events show a start and another stop within hours, and where the snapshot is gone; where they
 * show nothing, the tag tells. @throws ReadError
 */
async function isOwnStop(reader: CallScope, instance: DbInstanceResource, requestedAt: number): Promise<boolean> {
  const { identity } = instance;
  const snapshot = await snapshotOfStop(reader, identity, requestedAt);
  const kind = snapshot && isOfThisStop(instance, snapshot).kind;
  if (kind === 'undone' || kind === 'failed') return false;
  // Of AWS's clock where it can be.
  const from = snapshot?.SnapshotCreateTime?.getTime() ?? requestedAt;
  const since = doneSince(from, await readHistory(reader, instance));
  const [first, ...others] = since.filter(({ happened }) => happened !== 'unknown');
  if (others.length > 0) return false;
  return first === undefined || (first.happened === 'stop' && (first.at ?? 0) <= from + STOPS_WITHIN_MS);
}
