import { elbV2 } from '../../calls/loadBalancing.ts';
import { ownPlace } from '../../wire/places.ts';
import { pages, readList } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';
import { nameIn } from './shown.ts';

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
