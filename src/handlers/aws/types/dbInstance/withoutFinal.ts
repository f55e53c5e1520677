/**
 * Deletes a stopped database instance where RDS makes no final snapshot of it: "the database instance … is not currently in the
 * available state" (https://github.com/hashicorp/terraform-provider-aws/pull/46687; `CreateDBSnapshot` says so of every state but
 * two). The snapshot of its stop is its last one then, and has to be proven whole and of this state.
 */
import type { DeleteDBInstanceMessage } from '@aws-sdk/client-rds';
import { ReadError } from '../../../../core/common/errors.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { askedToStop } from '../../resources/stopTag.ts';
import { NOT_SHOWN_FOR_MS } from '../../session/deleting.ts';
import type { CallScopes } from '../../session/session.ts';
import { codeOf } from '../../wire/errors.ts';
import type { Withheld } from '../resourceType.ts';
import { snapshotOfStop, standingOf } from './quarantine.ts';

const BAD_STATE: ReadonlySet<string> = new Set(['InvalidDBInstanceState', 'InvalidDBInstanceStateFault']);

/**
 * Only for a stop of ours, with the proof of the quarantine read anew: its snapshot is available, of this very instance and this stop,
 * and RDS's events show that nobody did anything since. Whoever starts it after this read writes nothing before the request: its
 * state is read again between the two, and a start takes minutes.
 */
export async function withoutFinal(
  refusal: unknown,
  checked: DbInstanceResource,
  { reader }: CallScopes,
): Promise<DeleteDBInstanceMessage | Withheld | undefined> {
  if (!BAD_STATE.has(codeOf(refusal))) return undefined;
  const why = await missingProof(reader, checked).catch(unread);
  if (typeof why === 'object') return why;
  if (why !== undefined) return { kind: 'refused', reason: `${why}, and RDS makes no final snapshot of it` };
  return { DBInstanceIdentifier: checked.id, SkipFinalSnapshot: true, DeleteAutomatedBackups: false };
}

/** @returns `undefined`: none is missing @throws ReadError */
async function missingProof(reader: CallScopes['reader'], checked: DbInstanceResource): Promise<string | undefined> {
  const at = askedToStop(checked);
  if (at === undefined) return 'its tags do not say that Holystone stopped it';
  const made = (await snapshotOfStop(reader, checked.identity, at))?.DBSnapshotIdentifier;
  if (made === undefined) return 'no snapshot of its stop is there';
  const standing = await standingOf(reader, checked, { at, until: at, made });
  return standing.kind === 'inEffect' ? undefined : standing.why;
}

function unread(error: unknown): Withheld {
  if (!(error instanceof ReadError)) throw error;
  return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason: error.message };
}
