import type { Logger } from '../core/common/logger.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import { aborted } from './aborted.ts';
import type { Wired } from './parts.ts';

/** A mail server that cannot be used makes readiness red: without notices nothing is deleted, and marks pile up. */
export async function watchMail(
  { smtp }: Pick<Wired, 'smtp'>,
  readiness: Readiness,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (!smtp) return;
  readiness.block('mail', 'the mail server is being checked');
  for (let waitMs = 1_000; !signal.aborted; waitMs = Math.min(waitMs * 2, 60_000)) {
    const problem = await smtp.verify();
    if (problem === undefined) return readiness.unblock('mail');
    readiness.block('mail', problem);
    log.warn({ problem }, 'mail server');
    await Promise.race([aborted(signal), new Promise((resolve) => setTimeout(resolve, waitMs).unref())]);
  }
}
