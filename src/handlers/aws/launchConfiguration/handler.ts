import type { Handler } from '../../handler.ts';
import { autoScaling } from '../calls/autoScaling.ts';
import { permissionsOf } from '../calls/call.ts';
import { autoScalingGroups } from '../evidence/autoScalingGroups.ts';
import { inOwnPlace } from '../evidence/inOwnPlace.ts';
import { type ConfigurationParameters, configurationParameters } from './parameters.ts';
import type { ConfigurationResource } from './resource.ts';
import { openConfigurations } from './session.ts';

export const launchConfiguration: Handler<ConfigurationResource, ConfigurationParameters> = {
  provider: 'aws',
  resourceType: 'launchConfiguration',
  summary:
    'Launch configurations of EC2 Auto Scaling. They carry no tags: nothing on one can say that it is kept or managed, and an opt-out is in the store of Holystone alone.',
  permissions: {
    list: permissionsOf(autoScaling.describeLaunchConfigurations),
    delete: permissionsOf(autoScaling.deleteLaunchConfiguration),
    restore: permissionsOf(autoScaling.describeLaunchConfigurations, autoScaling.createLaunchConfiguration),
    resources: ['autoscaling:*:*:launchConfiguration:*:launchConfigurationName/*'],
  },
  parameters: configurationParameters,
  evidence: [inOwnPlace(autoScalingGroups)],
  notReadYet: [],
  safeguards: [],
  rules: [],
  dated: 'byProvider',
  maxBatch: 1,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by name: its definition is not complete`);
    return described;
  },
  open: openConfigurations,
};
