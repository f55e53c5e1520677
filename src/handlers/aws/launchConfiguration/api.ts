/** Every call this program makes about a launch configuration; one page shows what it can do to one. */
import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../calls/autoScaling.ts';
import { send } from '../client.ts';
import { pages } from '../reading.ts';
import type { Target } from '../target.ts';

/** The most names one call takes, and the most configurations one page holds. */
export const NAMES = 50;
/** All, or those of at most {@link NAMES} names, page by page. A name that is not there is left out. */
export function configurations(
  target: Target,
  what: string,
  names?: readonly string[],
): AsyncIterable<readonly LaunchConfiguration[]> {
  const only = names === undefined ? {} : { LaunchConfigurationNames: [...names] };
  return pages(target, autoScaling.describeLaunchConfigurations, what, only);
}

/**
 * AWS refuses while a group names it: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteLaunchConfiguration.html
 * @returns AWS's request id
 */
export async function deleteConfiguration(target: Target, name: string): Promise<string> {
  const answer = await send(target, autoScaling.deleteLaunchConfiguration, { LaunchConfigurationName: name });
  return answer.$metadata.requestId ?? 'unknown';
}
