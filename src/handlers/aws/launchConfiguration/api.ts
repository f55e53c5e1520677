/** Every call this program makes about a launch configuration; one page shows what it can do to one. */

import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../calls/autoScaling.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** The most names one call takes, and the most configurations one page holds. */
export const NAMES = 50;
const PAGE = 100;

/** All, or those of at most {@link NAMES} names, page by page. A name that is not there is left out. */
export function configurations(
  target: Target,
  what: string,
  names?: readonly string[],
): AsyncIterable<readonly LaunchConfiguration[]> {
  const doing: Doing = { target, api: autoScaling.describeLaunchConfigurations.api, what };
  const only = names === undefined ? {} : { LaunchConfigurationNames: [...names] };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ autoScaling }, options) =>
      (await autoScaling).describeLaunchConfigurations({ ...only, MaxRecords: PAGE, NextToken }, options),
    );
    return { items: listed(answer.LaunchConfigurations, doing), nextToken: answer.NextToken };
  });
}

/**
 * AWS refuses while a group names it: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteLaunchConfiguration.html
 * @returns AWS's request id
 */
export async function deleteConfiguration(target: Target, name: string): Promise<string> {
  const answer = await call(target, autoScaling.deleteLaunchConfiguration.api, async ({ autoScaling }, options) =>
    (await autoScaling).deleteLaunchConfiguration({ LaunchConfigurationName: name }, options),
  );
  return answer.$metadata.requestId ?? 'unknown';
}
