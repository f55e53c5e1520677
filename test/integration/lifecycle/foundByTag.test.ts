/** What a script finds by a tag is used by whoever has that script: a volume or an interface that it attaches when it starts. */
import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, VOLUMES, worldForAll } from '../../support/awsWorld.ts';

const INTERFACES = namespaceOf('networkInterface');
const world = worldForAll();
beforeEach(() =>
  world.reset({
    cleanup: `[${['volume', 'networkInterface'].map((type) => `{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }] }`)}]`,
    defaults: 'minimumAge: 1d, tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  }),
);

const tags = { owner: 'ann@example.com' };

/** The launch template of a group that is at zero just now. */
const withScript = (script: string) =>
  world.sandbox.control.addLaunchTemplates(HERE, [
    {
      LaunchTemplateName: 'jenkins',
      versions: [{ UserData: Buffer.from(`#!/bin/bash\n${script}\n`).toString('base64') }],
    },
  ]);

test('A86 a volume that user data finds by its tag and attaches is not marked; one with another name is', async () => {
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const [, free = ''] = world.sandbox.control.addVolumes(HERE, [
    { CreateTime, tags: { ...tags, Name: 'jenkins-home' } },
    { CreateTime, tags: { ...tags, Name: 'jenkins' } },
  ]);
  withScript(
    'VOLUME=$(aws ec2 describe-volumes --filters Name=tag:Name,Values=jenkins-home --query "Volumes[0].VolumeId" --output text)\n' +
      'aws ec2 attach-volume --volume-id $VOLUME --instance-id $(cat /run/id) --device /dev/sdf',
  );
  await world.pass('mark', VOLUMES);
  await world.watched(15, VOLUMES);
  await world.pass('mark', VOLUMES);
  expect((await world.marks(VOLUMES)).map(({ id }) => id)).toEqual([free]);
});

test('A86 an interface that a program finds by its tag is not marked; one with another value of it is', async () => {
  const [, free = ''] = world.sandbox.control.addNetworkInterfaces(HERE, [
    { tags: { ...tags, broker: '1' } },
    { tags: { ...tags, broker: '2' } },
  ]);
  withScript(
    `python3 - <<'END'\nimport boto3\nec2 = boto3.client('ec2')\nfilters = [{'Name': 'tag:broker', 'Values': ['1']}]\n` +
      'found = ec2.describe_network_interfaces(Filters=filters)\nEND',
  );
  await world.pass('mark', INTERFACES);
  await world.watched(15, INTERFACES);
  await world.pass('mark', INTERFACES);
  expect((await world.marks(INTERFACES)).map(({ id }) => id)).toEqual([free]);
});
