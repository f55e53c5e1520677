import { messageOf } from '../../core/common/errors.ts';
import type { Restorable } from '../../core/resource/restoring.ts';
import type { Session } from '../../handlers/contract/handler.ts';

/** The deletion is done and must be recorded: the record waits no longer than this for `restorable`. */
const PATIENCE_MS = 5_000;

/** Whether the deleted resource can be restored; `undefined` where its type never can. Never rejects (A11). */
export async function restorableNow(session: Session, id: string): Promise<Restorable | undefined> {
  if (!session.restorable) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Restorable>((resolve) => {
    const says = 'it is unknown whether it can be restored: no answer in time';
    timer = setTimeout(() => resolve({ says }), PATIENCE_MS);
  });
  try {
    return await Promise.race([session.restorable(id), late]);
  } catch (error) {
    return { says: `it is unknown whether it can be restored: ${messageOf(error)}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the restorable text and date to an audit entry. */
export function withRestorable(
  reason: string,
  back: Restorable | undefined,
): { reason: string; restorableUntil?: number } {
  if (!back) return { reason };
  const until = back.until === undefined ? {} : { restorableUntil: back.until.getTime() };
  return { reason: reason === '' ? back.says : `${reason}; ${back.says}`, ...until };
}
