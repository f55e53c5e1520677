import { messageOf } from '../../core/common/errors.ts';
import type { Restorable } from '../../core/resource/restoring.ts';
import type { Session } from '../../handlers/contract/handler.ts';

/** It is done, and must be counted and written down: nobody waits longer than this to hear whether it can be had back. */
const PATIENCE_MS = 5_000;

/** Whether what was just deleted is still held somewhere; `undefined` where the type is never. Never rejects (A11). */
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

/** The same, as the audit log says it. */
export function withRestorable(
  reason: string,
  back: Restorable | undefined,
): { reason: string; restorableUntil?: number } {
  if (!back) return { reason };
  const until = back.until === undefined ? {} : { restorableUntil: back.until.getTime() };
  return { reason: reason === '' ? back.says : `${reason}; ${back.says}`, ...until };
}
