import * as module from '@aws-sdk/client-auto-scaling';
import { type Service, service } from '../wire/service.ts';
import { activities } from './activities.ts';
import { groups } from './groups.ts';
import { launchConfigurations } from './launchConfigurations.ts';
import { tags } from './tags.ts';

export function autoScaling(): Service {
  return service(module, module.AutoScalingClient)({ ...groups, ...launchConfigurations, ...activities, ...tags });
}
