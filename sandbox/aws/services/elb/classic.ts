import * as module from '@aws-sdk/client-elastic-load-balancing';
import { type Service, service } from '../../wire/service.ts';
import { classicBalancers } from './classicBalancers.ts';
import { classicInstances } from './classicInstances.ts';
import { classicTags } from './classicTags.ts';

/** Classic load balancers: the API of 2012. */
export function elb(): Service {
  return service(
    module,
    module.ElasticLoadBalancingClient,
  )({ ...classicBalancers, ...classicInstances, ...classicTags });
}
