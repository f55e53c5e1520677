import * as module from '@aws-sdk/client-elastic-load-balancing-v2';
import { type Service, service } from '../../wire/service.ts';
import { balancers } from './balancers.ts';
import { listeners } from './listeners.ts';
import { tags } from './tags.ts';
import { targetGroups } from './targetGroups.ts';

/** Application, Network and Gateway load balancers: the API of 2015. */
export function elbV2(): Service {
  return service(module, module.ElasticLoadBalancingV2Client)({ ...balancers, ...listeners, ...tags, ...targetGroups });
}
