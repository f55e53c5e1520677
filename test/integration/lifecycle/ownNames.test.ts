/** What a resource says by its own name is a use of every other resource that is called so, and none of itself. */
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AwsType } from '../../support/awsTypes.ts';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const control = () => world.sandbox.control;
// As modules of Terraform call all parts of a service alike.
const UserData = Buffer.from('#!/bin/sh\nexec ./register-behind web-prod --port 80\n').toString('base64');
const template = (LaunchTemplateName: string, versions: readonly { readonly UserData?: string }[]) => (at: string) =>
  control().addLaunchTemplates(HERE, [{ LaunchTemplateName, CreateTime: at, versions }]);
const configuration = (LaunchConfigurationName: string) => (CreatedTime: string) =>
  control().addLaunchConfigurations(HERE, [{ LaunchConfigurationName, UserData, CreatedTime }]);
const balancer = (CreatedTime: string) =>
  control().addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web-prod', CreatedTime }]);

/** How many marks the type gets. @param entry what the entry has beside its rule */
async function marked(type: AwsType, seeds: readonly ((at: string) => unknown)[], entry = ''): Promise<number> {
  await world.reset({
    cleanup: `[{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: unused }]${entry} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() - world.clock.now());
  for (const seed of seeds) seed(new Date(world.clock.now() - 200 * DAY).toISOString());
  expect(await world.pass('mark', namespaceOf(type))).toMatchObject({ outcome: 'complete' });
  // A template counts as used when it is seen for the first time.
  await world.watched(91, namespaceOf(type));
  expect(await world.pass('mark', namespaceOf(type))).toMatchObject({ outcome: 'complete' });
  return (await world.marks(namespaceOf(type))).length;
}

test.each<[string, (at: string) => unknown]>([
  ['a launch template of another name', template('other', [{ UserData }])],
  ['a launch template of its name', template('web-prod', [{ UserData }])],
  ['a launch configuration of another name', configuration('other')],
  ['a launch configuration of its name', configuration('web-prod')],
  ['an old version of a template of its name', template('web-prod', [{ UserData }, {}])],
])('A147 the program of %s names the load balancer web-prod, which stays', async (_what, user) => {
  expect(await marked('loadBalancerV2', [balancer, user])).toBe(0);
});

const VERSIONS = [{ UserData }, { UserData }, {}];
test.each<[number, AwsType, string, readonly ((at: string) => unknown)[], string]>([
  [1, 'launchTemplate', 'its own name', [template('web-prod', [{ UserData }])], ''],
  [1, 'launchTemplate', 'its own name in an old version', [template('web-prod', [{ UserData }, {}])], ''],
  [0, 'launchTemplate', 'that of one', [template('web-prod', [{ UserData }]), configuration('web-prod')], ''],
  [1, 'launchConfiguration', 'its own name', [configuration('web-prod')], ''],
  [0, 'launchConfiguration', 'that of one', [configuration('web-prod'), template('web-prod', [{ UserData }])], ''],
  [1, 'launchTemplateVersion', 'that of its template', [template('web-prod', VERSIONS)], ', keepNewest: off'],
])('A147 %i marks of %s: the program says %s', async (marks, type, _what, seeds, entry) => {
  expect(await marked(type, seeds, entry)).toBe(marks);
});
