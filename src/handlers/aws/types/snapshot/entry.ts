import type { EntryProblem, GivenEntry } from '../../../contract/entry.ts';
import { VOLUME_GONE } from '../../resources/snapshot.ts';
import type { SnapshotParameters } from '../../resources/snapshotParameters.ts';
import { nominatesBackups } from './setPolicies.ts';

const BACKUPS = 'a snapshot that was not made for an image is a backup, which `unused` never selects';

/**
 * An entry that may nominate backups must set their age, keep the last ones, and name their owners: every element of
 * `when` without the rule `unused` has `age`, a set policy is on, and there is an allowlist. Where the volume is gone, the
 * last backup may go, if the entry says so (`keepLast: off`).
 */
export function problemsOf({ when, hasAllowlist, parameters }: GivenEntry<SnapshotParameters>): EntryProblem[] {
  const { keepLast, keepNewest } = parameters;
  const keepsNone = keepLast === 'off' && keepNewest === 'off';
  return when.flatMap((rules, index) => {
    if (!nominatesBackups(rules)) return [];
    const needs = [
      ...(rules.includes('age')
        ? []
        : ['the rule `age` in the same element (`all: [{ rule: age, moreThan: 90d }, …]`)']),
      ...(hasAllowlist ? [] : ['an allowlist (`only`) that says which backups may be deleted']),
      ...(keepsNone && !rules.includes(VOLUME_GONE) ? ['`keepLast` or `keepNewest`, which keep the last ones'] : []),
    ];
    if (needs.length === 0) return [];
    const message = `this may select backups (${BACKUPS}), so it needs ${needs.join(', and ')}`;
    return [{ path: ['when', index], message }];
  });
}
