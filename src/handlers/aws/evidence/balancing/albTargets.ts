import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages, readList } from '../../wire/reading.ts';
import { nameIn } from './shown.ts';

/** A target group of type `alb` has one target: https://docs.aws.amazon.com/elasticloadbalancing/latest/network/application-load-balancer-target.html */
export const albTargets: EvidenceSource = {
  name: 'albTargets',
  summary: 'Target groups of Network Load Balancers with the Application Load Balancer as their target.',
  permissions: permissionsOf(elbV2.describeTargetGroups, elbV2.describeTargetHealth),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const groups = pages(target, elbV2.describeTargetGroups, 'reading target groups of load balancers');
    return collecting((found) =>
      found.inPages(groups, async ({ TargetGroupArn, TargetType }) => {
        if (TargetType !== 'alb' || !TargetGroupArn) return [];
        const what = `reading the targets of ${TargetGroupArn}`;
        const targets = await readList(target, elbV2.describeTargetHealth, what, { TargetGroupArn });
        const by = `target group ${nameIn(TargetGroupArn)}`;
        return targets.flatMap(({ Target }) => {
          return Target?.Id ? [{ alias: Target.Id, says: 'used' as const, by, byId: TargetGroupArn }] : [];
        });
      }),
    );
  },
};
