/**
 * Makes a backup of a resource with data some days before its deletion. The resource stays as it is, and may be used: nothing is
 * switched off. The backup stays, whatever happens: people delete it.
 */
import { messageOf } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../core/mark/quarantine.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import type { Quarantining } from '../../contract/quarantining.ts';
import { NOT_SHOWN_FOR_MS, quarantineOne, readAgainLater } from '../session/deleting.ts';
import type { CallScopes } from '../session/session.ts';
import type { Tagging } from '../session/tagging.ts';
import { verifyAccount } from '../wire/account.ts';
import { isLater, isTaken } from '../wire/errors.ts';
import type { CallScope } from '../wire/target.ts';

/** How the backup of a type is made, and found again: no request for one has a token, so its name is one. */
export interface BackupWay<R extends Resource, B> {
  /** `dynamodb:CreateBackup` */
  readonly api: string;
  /** `backup`, `snapshot` */
  readonly called: string;
  readonly tagging: Tagging<R>;
  /** Its state; `undefined`: AWS did not say. */
  stateOf(resource: R): string | undefined;
  /** The state in which one is made, and proven. */
  readonly ready: string;
  /** A state that a backup itself brings about. */
  readonly busy?: string;
  /** Made of the identity and the day: a day has one. @param at ms since the epoch */
  nameOf(resource: R, at: number): string;
  /** Those of this very resource that are not deleted. @throws ReadError */
  find(reader: CallScope, resource: R): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** @returns its id; absent: the answer does not say it @throws the SDK's own errors */
  make(deleter: CallScope, resource: R, name: string): Promise<{ readonly id?: string; readonly requestId: string }>;
  /** `undefined`: AWS says that it does not exist. @throws ReadError */
  read(reader: CallScope, id: string, resource: R): Promise<B | undefined>;
  /** Is it whole, and of this very resource? */
  proof(backup: B, id: string, resource: R): QuarantineStanding | 'deleted';
}

/** So long a backup whose answer was lost is found by its name. */
const SAME_FOR_MS = 24 * 3_600_000;

/** The quarantine is a backup; its end takes the tag away. */
export function backupFirst<R extends Resource, B>(
  way: BackupWay<R, B>,
  { reader, deleter }: CallScopes,
): Quarantining<R> {
  return {
    // No service of these has a dry run.
    dryRunDelete: async () => {},
    begin: (resource) => quarantineOne(deleter, way.api, () => begin(way, reader, deleter, resource)),
    standing: (resource, quarantine) => standingOf(way, reader, resource, quarantine),
    async release(resource) {
      await verifyAccount(deleter);
      const { [QUARANTINE_TAG]: at = '' } = resource.tags;
      await way.tagging.writer(deleter, resource).remove({ [QUARANTINE_TAG]: at });
      return `Holystone deletes nothing: its last ${way.called} stays`;
    },
  };
}

async function begin<R extends Resource, B>(
  way: BackupWay<R, B>,
  reader: CallScope,
  deleter: CallScope,
  resource: R,
): Promise<QuarantineOutcome | undefined> {
  const state = way.stateOf(resource);
  const now = deleter.io.clock.now();
  const known = await way.find(reader, resource).catch(readAgainLater);
  if ('kind' in known) return known;
  const names = [now, now - SAME_FOR_MS].map((at) => way.nameOf(resource, at));
  const made = known.find(({ name }) => names.includes(name));
  if (made) return done(made.id, 'none');
  if (state !== undefined && state === way.busy)
    return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason: `its state is ${state}` };
  if (state !== way.ready) return { kind: 'refused', reason: `its state is ${state ?? 'not known'}`, isInUse: true };
  // The tag first: what has none is never released.
  await way.tagging.writer(deleter, resource).write({ [QUARANTINE_TAG]: new Date(now).toISOString() });
  const name = way.nameOf(resource, now);
  try {
    const { id, requestId } = await way.make(deleter, resource, name);
    return id === undefined ? undefined : done(id, requestId);
  } catch (error) {
    if (isLater(error)) {
      const reason = `AWS makes no other ${way.called} now: ${messageOf(error)}`;
      return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason };
    }
    if (!isTaken(error)) throw error;
    const reason = `a ${way.called} called ${name} is there already, of something else: tomorrow's has another name`;
    return { kind: 'retry', afterMs: SAME_FOR_MS, reason };
  }
}

function done(made: string, requestId: string): QuarantineOutcome {
  return { kind: 'done', requestId, made, says: `all its data is saved in ${made}` };
}

async function standingOf<R extends Resource, B>(
  way: BackupWay<R, B>,
  reader: CallScope,
  resource: R,
  { at, made }: NonNullable<Mark['quarantine']>,
): Promise<QuarantineStanding> {
  const { called } = way;
  const state = way.stateOf(resource) ?? 'not known';
  if (state === way.busy) return { kind: 'pending', why: `its state is ${state}` };
  if (state !== way.ready) return { kind: 'undone', why: `its state is ${state} after its last ${called} was made` };
  if (made === undefined) return { kind: 'failed', why: `no ${called} of it is known` };
  const backup = await way.read(reader, made, resource);
  const proof = backup === undefined ? undefined : way.proof(backup, made, resource);
  if (proof !== undefined && proof !== 'deleted') return proof;
  if (proof === undefined && reader.io.clock.now() - at < NOT_SHOWN_FOR_MS)
    return { kind: 'pending', why: `AWS does not show ${made} yet` };
  return { kind: 'undone', why: `${made}, its last ${called}, was deleted` };
}
