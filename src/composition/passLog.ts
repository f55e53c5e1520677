import type { Logger } from '../core/common/logger.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import { isFailed } from '../core/work/unitState.ts';
import { unitSummary } from '../core/work/unitSummary.ts';

/**
 * One line per pass; a pass that failed, was withheld or left something out is a warning that says why and what to do.
 */
export function logPass(log: Logger, record: PassRecord): void {
  const { baseline: _baseline, ...fields } = record;
  const said = { ...fields, unit: unitSummary(record) };
  if (isFailed(record)) log.error({ ...said, failures: record.failures }, 'unit failed: it is tried ever more rarely');
  const lacks = record.lookedFor?.some(
    ({ isFound, mayBeElsewhere, isUsualName }) => isFound === false && !mayBeElsewhere && !isUsualName,
  );
  const whole = record.outcome === 'complete' && record.problem === undefined && !lacks;
  const quiet = whole || record.outcome === 'paced' || record.outcome === 'unfinished';
  if (quiet) log.info(said, 'pass');
  else log.warn(said, 'pass');
}
