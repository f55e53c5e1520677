import { elbV2 } from '../../calls/loadBalancing.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';
import { shown } from './shown.ts';

/** A target in any state of health: AWS says `unused` of every target whose group has no load balancer yet. */
export const registeredTargets = eachSource({
  name: 'registeredTargets',
  summary:
    'Targets that are registered with it, in every state of health: instances, addresses, Lambda functions and load balancers.',
  calls: [elbV2.describeTargetHealth],
  reading:
    (target) =>
    async ({ id }) => {
      const targets = await targetsOf(target, id);
      return targets.length === 0 ? [] : [{ says: 'used', by: `its targets ${shown(targets)}` }];
    },
});

/** All registered targets in words: `i-1 (healthy)`. @throws ReadError */
export async function targetsOf(target: CallScope, TargetGroupArn: string): Promise<readonly string[]> {
  const what = `reading the targets of ${TargetGroupArn}`;
  const targets = await readList(target, elbV2.describeTargetHealth, what, { TargetGroupArn });
  return targets.map(
    ({ Target, TargetHealth }) => `${Target?.Id ?? 'one'} (${TargetHealth?.State ?? 'state not known'})`,
  );
}
