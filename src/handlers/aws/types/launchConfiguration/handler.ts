import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { z } from 'zod';
import { defined } from '../../../../core/common/defined.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { inOwnPlace } from '../../evidence/inOwnPlace.ts';
import { autoScalingGroups } from '../../evidence/launches/autoScalingGroups.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { configurationAlias } from '../../resources/launchAliases.ts';
import { nameAlias } from '../../resources/nameAlias.ts';
import { stackAliasesOf } from '../../resources/stackAlias.ts';
import { ownPlace } from '../../wire/places.ts';
import { resourceType } from '../resourceType.ts';
import { planRestore } from './restore.ts';

/** A launch configuration. It cannot carry tags: https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-tagging.html */
interface ConfigurationResource extends Resource {
  readonly imageId?: string;
  readonly instanceType?: string;
  readonly keyName?: string;
  readonly iamInstanceProfile?: string;
  readonly spotPrice?: string;
  /** Set after a read by name: the data to recreate it, including user data. */
  readonly described?: LaunchConfiguration;
}

/** Auto Scaling has no dry run, and no tags for an opt-out: Holystone's own store has the opt-outs. */
export const launchConfiguration = resourceType({
  resourceType: 'launchConfiguration',
  called: { en: 'launch configuration', de: 'Launch-Konfiguration' },
  keepKey: null,
  alsoCalled: ['lc', 'launch config'],
  summary:
    'Launch configurations of EC2 Auto Scaling. They have no tags: no tag can keep one or name its manager, and an opt-out is only in the store of Holystone.',
  attributes: {
    createdAt: 'date',
    imageId: 'text',
    instanceType: 'text',
    keyName: 'text',
    iamInstanceProfile: 'text',
    spotPrice: 'text',
  },
  noun: 'launch configuration',
  arns: ['autoscaling:*:*:launchConfiguration:*:launchConfigurationName/*'],
  // It has no tags that could name a manager.
  parameters: z.strictObject({}),
  evidence: [inOwnPlace(autoScalingGroups), ...mentionedBy('launchConfiguration', ownPlace)],
  reads: autoScaling.describeLaunchConfigurations,
  mostIds: 50,
  leftOut: 'gone',
  idsInput: (LaunchConfigurationNames) => ({ LaunchConfigurationNames }),
  idOf: ({ LaunchConfigurationName }) => LaunchConfigurationName,
  toResource(configuration: LaunchConfiguration): ConfigurationResource | undefined {
    const { LaunchConfigurationName: name, LaunchConfigurationARN: arn, CreatedTime: createdAt } = configuration;
    if (!name || !arn) return undefined;
    return {
      id: name,
      // arn:aws:autoscaling:REGION:ACCOUNT:launchConfiguration:UUID:launchConfigurationName/LaunchConfigurationName
      identity: createdAt === undefined ? arn : `${arn}@${createdAt.toISOString()}`,
      name,
      tags: {},
      aliases: [configurationAlias(name), nameAlias(name), ...stackAliasesOf(name)],
      ...defined({
        createdAt,
        imageId: configuration.ImageId || undefined,
        instanceType: configuration.InstanceType || undefined,
        keyName: configuration.KeyName || undefined,
        iamInstanceProfile: configuration.IamInstanceProfile || undefined,
        spotPrice: configuration.SpotPrice || undefined,
      }),
    };
  },
  deletes: autoScaling.deleteLaunchConfiguration,
  deleteInput: (LaunchConfigurationName) => ({ LaunchConfigurationName }),
  isReadAgain: true,
  ends: 'deleted',
  restore: { calls: [autoScaling.createLaunchConfiguration], plan: planRestore },
});
