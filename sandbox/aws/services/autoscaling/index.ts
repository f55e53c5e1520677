import * as module from '@aws-sdk/client-auto-scaling';
import { type Service, service } from '../../wire/service.ts';
import { activities } from './activities.ts';
import { groups } from './groups.ts';
import { instanceRefreshes } from './instanceRefreshes.ts';
import { launchConfigurations } from './launchConfigurations.ts';
import { policies } from './policies.ts';
import { scheduledActions } from './scheduledActions.ts';
import { tags } from './tags.ts';
import { warmPools } from './warmPools.ts';

export function autoScaling(): Service {
  return service(
    module,
    module.AutoScalingClient,
  )({
    ...groups,
    ...launchConfigurations,
    ...activities,
    ...instanceRefreshes,
    ...policies,
    ...scheduledActions,
    ...tags,
    ...warmPools,
  });
}
