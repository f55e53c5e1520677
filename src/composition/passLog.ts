import type { Logger } from '../core/common/logger.ts';
import type { PassRecord } from '../core/policy/pass.ts';

/**
 * One line per pass; a pass that failed, was withheld or left something out is a warning that says why and what to do.
 */
export function logPass(log: Logger, record: PassRecord): void {
  const { baseline: _baseline, ...fields } = record;
  const whole = record.outcome === 'complete' && record.problem === undefined;
  const quiet = whole || record.outcome === 'paced' || record.outcome === 'unfinished';
  if (quiet) log.info(fields, 'pass');
  else log.warn(fields, 'pass');
}
