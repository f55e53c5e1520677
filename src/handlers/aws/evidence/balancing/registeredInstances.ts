import { ReadError } from '../../../../core/common/errors.ts';
import { elb } from '../../calls/loadBalancing.ts';
import { classicAlias } from '../../resources/balancingAliases.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { shown } from './shown.ts';

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
