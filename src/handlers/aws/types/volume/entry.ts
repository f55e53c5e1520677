import type { EntryProblem, GivenEntry } from '../../../contract/entry.ts';
import { VOLUME_DRIVER } from '../../resources/claimTags.ts';
import { CLUSTER_GONE } from '../../resources/clusterGone.ts';
import { manages } from '../../resources/managedBy.ts';
import { STACK_GONE } from '../../resources/stackGone.ts';
import type { VolumeParameters } from '../../resources/volumeParameters.ts';

/** An entry that selects volumes of deleted clusters saves their data first: the people who knew their content may be gone. */
export function problemsOf({ when, hasQuarantine, parameters }: GivenEntry<VolumeParameters>): EntryProblem[] {
  if (!hasQuarantine && when.some((rules) => rules.includes(STACK_GONE))) {
    const message = `the rule ${STACK_GONE} selects volumes of deleted stacks, so it needs a quarantine, in which a last snapshot saves the data: add \`quarantine: 30d\``;
    return [{ path: ['when'], message }];
  }
  const isAsked = when.some((rules) => rules.includes(CLUSTER_GONE));
  if (!isAsked || hasQuarantine || !manages(parameters, VOLUME_DRIVER)) return [];
  const message =
    `with the rule ${CLUSTER_GONE} and manageOwned: [${VOLUME_DRIVER}] this deletes volumes of deleted clusters, so it needs ` +
    'a quarantine, in which a last snapshot saves the data: add `quarantine: 30d`';
  return [{ path: ['manageOwned'], message }];
}
