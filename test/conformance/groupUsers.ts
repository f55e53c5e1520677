import {
  PutScalingPolicyCommand,
  PutScheduledUpdateGroupActionCommand,
  PutWarmPoolCommand,
} from '@aws-sdk/client-auto-scaling';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { autoScalingGroup } from '../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import type { EvidenceSource } from '../../src/handlers/contract/handler.ts';
import { collect, REGION } from '../integration/handlers/fixture.ts';
import { aGroup, aLaunchConfiguration, anImage } from './seed.ts';
import type { World } from './world.ts';

const HERE = { account: 'test', location: REGION };
const web = { AutoScalingGroupName: 'web' };

/** Who may use a group that has no instances, made as a person would make it. */
export function groupUsers(open: () => Promise<World>): void {
  describe('users of a group without instances', () => {
    let world: World;
    beforeEach(async () => {
      world = await open();
      await aLaunchConfiguration(world, 'lc', await anImage(world, 'a'));
      await aGroup(world, 'web', { LaunchConfigurationName: 'lc', MaxSize: 5 });
      await aGroup(world, 'plain', { LaunchConfigurationName: 'lc', MaxSize: 5 });
    });
    afterEach(() => world.close());

    /** The findings of a source, by the name of the group. */
    const usersBySource = async (name: string) => {
      const scope = world.scope(autoScalingGroup.parameters.parse({}));
      const source = autoScalingGroup.evidence.find((known) => known.name === name) as EvidenceSource;
      const listed = await collect(autoScalingGroup.open(scope, world.io()).list());
      const findings = await source.read(HERE, scope, source.per === 'resource' ? listed : [], world.io());
      return findings.map(({ alias, by }) => [listed.find(({ aliases }) => aliases.includes(alias))?.id, by]);
    };

    test('A12 a scaling policy', async () => {
      const TargetTrackingConfiguration = {
        PredefinedMetricSpecification: { PredefinedMetricType: 'ASGAverageCPUUtilization' as const },
        TargetValue: 50,
      };
      const policy = { PolicyName: 'cpu', PolicyType: 'TargetTrackingScaling', TargetTrackingConfiguration };
      await world.autoScaling.send(new PutScalingPolicyCommand({ ...web, ...policy }));
      expect(await usersBySource('scalingPolicies')).toEqual([['web', 'scaling policy cpu (TargetTrackingScaling)']]);
    });

    test('A12 a scheduled action', async () => {
      const action = { ScheduledActionName: 'nightly', Recurrence: '0 1 * * *', DesiredCapacity: 2 };
      await world.autoScaling.send(new PutScheduledUpdateGroupActionCommand({ ...web, ...action }));
      expect(await usersBySource('scheduledActions')).toEqual([['web', 'scheduled action nightly (0 1 * * *)']]);
    });

    test('A12 a warm pool', async () => {
      await world.autoScaling.send(new PutWarmPoolCommand({ ...web, MinSize: 0 }));
      expect(await usersBySource('warmPools')).toEqual([['web', 'its warm pool (no instances now)']]);
    });

    test.each(['activities', 'groupInstances', 'loadBalancerHealth'])('A12 none of %s', async (name) => {
      expect(await usersBySource(name)).toEqual([]);
    });
  });
}
