/** What the daemon logs beside its work: passes, what is stranded in quarantine, and a mail server that cannot be used. */
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import { describeStranded } from '../core/policy/stranded.ts';
import { isFailed } from '../core/work/unitState.ts';
import { unitSummary } from '../core/work/unitSummary.ts';
import { findStranded } from '../lifecycle/index.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import { aborted } from './aborted.ts';
import type { Wired } from './parts.ts';

/**
 * One line per pass; a pass that failed, was withheld or left something out is a warning that says why and what to do.
 */
export function logPass(log: Logger, record: PassRecord): void {
  const { baseline: _baseline, ...fields } = record;
  const line = { ...fields, unit: unitSummary(record) };
  if (isFailed(record)) log.error({ ...line, failures: record.failures }, 'unit failed: it is tried ever more rarely');
  const lacks = record.lookedFor?.some(
    ({ isFound, mayBeElsewhere, isUsualName }) => isFound === false && !mayBeElsewhere && !isUsualName,
  );
  const whole = record.outcome === 'complete' && record.problem === undefined && !lacks;
  const quiet = whole || record.outcome === 'paced' || record.outcome === 'unfinished';
  if (quiet) log.info(line, 'pass');
  else log.warn(line, 'pass');
}

/** Logs resources that stay in quarantine under the configuration in force, at its start and at each replacement. */
export async function logStranded({ parts, deps }: Wired, log: Logger): Promise<void> {
  try {
    const covering = { ...parts.declared(), workConfigurations: parts.workConfigurations() };
    for (const one of await findStranded(deps.quarantines, covering)) log.warn(one, describeStranded(one));
  } catch (error) {
    log.warn({ problem: messageOf(error) }, 'resources in quarantine could not be looked up');
  }
}

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
