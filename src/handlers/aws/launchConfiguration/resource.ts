import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../core/defined.ts';
import type { Resource } from '../../../core/resource.ts';
import { configurationAlias } from '../launchAliases.ts';

/** A launch configuration. It cannot carry tags: https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-tagging.html */
export interface ConfigurationResource extends Resource {
  readonly imageId?: string;
  readonly instanceType?: string;
  readonly keyName?: string;
  readonly iamInstanceProfile?: string;
  readonly spotPrice?: string;
  /** Only of one read by name: what it would be created again from, user data and all. */
  readonly described?: LaunchConfiguration;
}

/** `undefined` for an answer without name or ARN: there would be nothing to know it by. */
export function toConfiguration(configuration: LaunchConfiguration): ConfigurationResource | undefined {
  const { LaunchConfigurationName: name, LaunchConfigurationARN: arn, CreatedTime: createdAt } = configuration;
  if (!name || !arn) return undefined;
  return {
    id: name,
    // arn:aws:autoscaling:REGION:ACCOUNT:launchConfiguration:UUID:launchConfigurationName/NAME
    identity: createdAt === undefined ? arn : `${arn}@${createdAt.toISOString()}`,
    name,
    tags: {},
    aliases: [configurationAlias(name)],
    ...(createdAt && { createdAt }),
    ...defined({
      imageId: configuration.ImageId || undefined,
      instanceType: configuration.InstanceType || undefined,
      keyName: configuration.KeyName || undefined,
      iamInstanceProfile: configuration.IamInstanceProfile || undefined,
      spotPrice: configuration.SpotPrice || undefined,
    }),
  };
}
