import { DescribeLaunchConfigurationsCommand, type LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import type { EvidenceSource } from '../../handler.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { allOf, pagesOf } from '../paging.ts';
import { everyAccount, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

export const launchConfigurations: EvidenceSource = {
  name: 'launchConfigurations',
  summary: 'Launch configurations, whether an Auto Scaling group uses them or not, in every account.',
  permissions: ['autoscaling:DescribeLaunchConfigurations'],
  asks: 'place',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const all = await readLaunchConfigurations(target);
    return all.flatMap(({ ImageId: alias, LaunchConfigurationName: name }) =>
      alias ? [{ alias, says: 'used', by: `launch configuration ${name}` }] : [],
    );
  },
};

/** All, or those of the names; a name that is not there is left out. */
export function readLaunchConfigurations(
  target: Target,
  LaunchConfigurationNames?: string[],
): Promise<readonly LaunchConfiguration[]> {
  const doing: Doing = {
    target,
    api: 'autoscaling:DescribeLaunchConfigurations',
    what: 'reading launch configurations',
  };
  const pages = pagesOf(doing, async (NextToken) => {
    const command = new DescribeLaunchConfigurationsCommand({ LaunchConfigurationNames, MaxRecords: 100, NextToken });
    const answer = await call(target, doing.api, ({ autoScaling }, options) => autoScaling.send(command, options));
    return { items: listed(answer.LaunchConfigurations, doing), nextToken: answer.NextToken };
  });
  return allOf(pages);
}
