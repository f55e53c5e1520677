import type { ScalingPolicy } from '@aws-sdk/client-auto-scaling';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** A policy may give an empty group instances again, unless its MaxSize is 0 and the policy cannot exceed that. */
export const scalingPolicies: EvidenceSource = {
  name: 'scalingPolicies',
  summary: 'Scaling policies, enabled or not, of a group whose MaxSize lets it grow.',
  permissions: permissionsOf(autoScaling.describePolicies, autoScaling.describeAutoScalingGroups),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const uses = (await readPolicies(target)).map((policy) => ({ use: useOf(policy), raises: raisesMaximum(policy) }));
    const bound = uses.filter(({ raises }) => !raises).map(({ use }) => use.alias);
    const fixed = await thatCannotGrow(target, [...new Set(bound)]);
    return uses.flatMap(({ use, raises }) => (raises || !fixed.has(use.alias) ? [use] : []));
  },
};

function readPolicies(target: CallScope): Promise<readonly ScalingPolicy[]> {
  const listing = pages(target, autoScaling.describePolicies, 'reading scaling policies');
  return allOf(listing);
}

function useOf({ AutoScalingGroupName: alias, PolicyName, PolicyType, Enabled }: ScalingPolicy): Finding {
  const name = PolicyName ?? 'without name';
  if (!alias) throw new ReadError(`scaling policy ${name} came without its group`, { problem: 'malformed' });
  const disabled = Enabled === false ? ', disabled' : '';
  return { alias, says: 'used', by: `scaling policy ${name} (${PolicyType}${disabled})` };
}

/** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PredictiveScalingConfiguration.html */
function raisesMaximum({ PredictiveScalingConfiguration: predictive }: ScalingPolicy): boolean {
  return (predictive?.MaxCapacityBreachBehavior ?? 'HonorMaxCapacity') !== 'HonorMaxCapacity';
}

/** The maximum number of names in one call. */
const NAMES = 50;

/** Names of the groups whose MaxSize is 0 in AWS's answer. A group missing from the answer is not included. */
async function thatCannotGrow(target: CallScope, names: readonly string[]): Promise<ReadonlySet<string>> {
  const fixed = new Set<string>();
  for (const AutoScalingGroupNames of batchesOf(names, NAMES)) {
    const what = 'reading the sizes of Auto Scaling groups';
    const groups = pages(target, autoScaling.describeAutoScalingGroups, what, { AutoScalingGroupNames });
    for (const group of await allOf(groups)) {
      if (group.MaxSize === 0) fixed.add(group.AutoScalingGroupName ?? '');
    }
  }
  return fixed;
}
