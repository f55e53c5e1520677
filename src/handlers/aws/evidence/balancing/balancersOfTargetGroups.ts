import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { nameIn } from './shown.ts';

/** AWS refuses to delete a target group while a listener or a rule names it. */
export const balancersOfTargetGroups = plainSource({
  name: 'targetGroupBalancers',
  summary: 'Load balancers with a listener or a rule that forwards to the target group, according to the target group.',
  places: ownPlace,
  reads: elbV2.describeTargetGroups,
  what: 'reading the load balancers of target groups',
  find({ TargetGroupArn: alias, LoadBalancerArns: balancers }) {
    if (!alias) throw new ReadError('a target group came without its ARN', { problem: 'malformed' });
    if (!balancers) {
      throw new ReadError(`target group ${alias} came without the list of its load balancers`, {
        problem: 'malformed',
      });
    }
    return balancers.map((byId) =>
      unshareStrings<Finding>({ alias, says: 'used', by: `load balancer ${nameIn(byId)}`, byId }),
    );
  },
});
