/** What CloudFormation named for a stack that is there, and no tag says so: log groups from before 2023, launch configurations. */
import { expect, test } from '@jest/globals';
import { stackAliasesOf } from '../../../src/handlers/aws/resources/stackAlias.ts';
import { DAY, OWN, verdictsOf } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';

const surveyed = surveyedForAll();
const old = new Date(Date.now() - 1_500 * DAY);
const Resources = { WebLogs: { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: 30 } } };

const names = {
  logGroup: (name: string) =>
    surveyed.sandbox.control.addLogGroups(OWN, [{ logGroupName: name, creationTime: old.getTime() }]),
  launchConfiguration: (LaunchConfigurationName: string) =>
    surveyed.sandbox.control.addLaunchConfigurations(OWN, [{ LaunchConfigurationName, CreatedTime: old }]),
};

test.each(Object.keys(names) as (keyof typeof names)[])(
  'A97 what CloudFormation named for a stack is used as long as the stack is there: %s',
  async (type) => {
    const verdicts = async (...stacks: readonly string[]) => {
      surveyed.clear();
      for (const name of ['shop-WebLogs-1A2B3C4D5E6F', 'shop-eu-WebLogs-1A2B3C4D5E6F7', 'shop-weblogs-of-ann'])
        names[type](name);
      surveyed.sandbox.control.addStacks(
        OWN,
        stacks.map((name) => ({ name, template: JSON.stringify({ Resources }) })),
      );
      const planned = await surveyed.plan(`type: ${type}, when: [{ rule: unused }]`, { afresh: true });
      return [...verdictsOf(planned).values()];
    };
    expect(await verdicts()).toEqual(['candidate', 'candidate', 'candidate']);
    expect(await verdicts('shop')).toEqual(['keep', 'candidate', 'candidate']);
    expect(await verdicts('shop', 'shop-eu')).toEqual(['keep', 'keep', 'candidate']);
  },
);

test('A97 a name of a million characters is looked at once', () => {
  expect(stackAliasesOf(`${'a-'.repeat(200_000)}1A2B3C4D5E6F`)).toEqual([]);
});
