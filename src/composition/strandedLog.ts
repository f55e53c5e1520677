import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { describeStranded } from '../core/policy/stranded.ts';
import { findStranded } from '../lifecycle/index.ts';
import type { Wired } from './parts.ts';

/** Logs resources that stay in quarantine under the configuration in force, at its start and at each replacement. */
export async function logStranded({ parts, deps }: Wired, log: Logger): Promise<void> {
  try {
    const covering = { ...parts.declared(), workConfigurations: parts.workConfigurations() };
    for (const one of await findStranded(deps.quarantines, covering)) log.warn(one, describeStranded(one));
  } catch (error) {
    log.warn({ problem: messageOf(error) }, 'resources in quarantine could not be looked up');
  }
}
