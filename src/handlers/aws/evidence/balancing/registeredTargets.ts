import { ReadError } from '../../../../core/common/errors.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { classicAlias } from '../../resources/balancingAliases.ts';
import { ownPlace } from '../../wire/places.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';
import { placeSource } from '../placeSource.ts';
import { plainSource } from '../plainSource.ts';
import { nameIn, shown } from './shown.ts';

/** A target group of type `alb` has one target: https://docs.aws.amazon.com/elasticloadbalancing/latest/network/application-load-balancer-target.html */
export const albTargets = placeSource({
  name: 'albTargets',
  summary: 'Target groups of Network Load Balancers with the Application Load Balancer as their target.',
  calls: [elbV2.describeTargetGroups, elbV2.describeTargetHealth],
  places: ownPlace,
  async find(target, found) {
    const groups = pages(target, elbV2.describeTargetGroups, 'reading target groups of load balancers');
    await found.inPages(groups, async ({ TargetGroupArn, TargetType }) => {
      if (TargetType !== 'alb' || !TargetGroupArn) return [];
      const what = `reading the targets of ${TargetGroupArn}`;
      const targets = await readList(target, elbV2.describeTargetHealth, what, { TargetGroupArn });
      const by = `target group ${nameIn(TargetGroupArn)}`;
      return targets.flatMap(({ Target }) => {
        return Target?.Id ? [{ alias: Target.Id, says: 'used' as const, by, byId: TargetGroupArn }] : [];
      });
    });
  },
});

/** An instance of any health counts: it may pass its next check. */
export const registeredInstances = plainSource({
  name: 'registeredInstances',
  summary: 'Instances that are registered with the classic load balancer, in every state of health.',
  places: ownPlace,
  reads: elb.describeLoadBalancers,
  what: 'reading the instances of classic load balancers',
  find({ LoadBalancerName: name, Instances }) {
    if (!name) throw new ReadError('a classic load balancer came without its name', { problem: 'malformed' });
    if (!Instances) {
      throw new ReadError(`classic load balancer ${name} came without the list of its instances`, {
        problem: 'malformed',
      });
    }
    const ids = Instances.map(({ InstanceId }) => InstanceId ?? 'one without id');
    return ids.length === 0 ? [] : [{ alias: classicAlias(name), says: 'used', by: `its instances ${shown(ids)}` }];
  },
});

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
