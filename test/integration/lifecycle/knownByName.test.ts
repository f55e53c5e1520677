/** Programs that know a thing by its tag `Name`, and whose call stands in no text that is read. */
import { expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
const TYPES = ['networkInterface', 'volume'] as const;
const NAMESPACES = TYPES.map(namespaceOf);
const NAME = 'prometheus_node_1';

/** @returns which types a resource of the name would be marked of, when a launch template has the script and a family the volumes */
async function marked({
  script = '',
  volumes = [],
}: {
  readonly script?: string;
  readonly volumes?: readonly object[];
}) {
  const entries = TYPES.map((type) => `{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }] }`);
  await world.reset({
    cleanup: `[${entries}]`,
    defaults: 'minimumAge: 1d, tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  });
  const { control } = world.sandbox;
  const tags = { owner: 'ann@example.com', Name: NAME };
  control.addVolumes(HERE, [{ CreateTime: new Date(world.clock.now() - 100 * DAY).toISOString(), tags }]);
  control.addNetworkInterfaces(HERE, [{ tags }]);
  const UserData = Buffer.from(`#!/bin/bash\n${script}\n/opt/node/attach.sh\n`).toString('base64');
  control.addLaunchTemplates(HERE, [{ LaunchTemplateName: 'prometheus', versions: [{ UserData }] }]);
  control.addEcsTaskDefinitions(HERE, [
    { family: 'prometheus', containerDefinitions: [{ name: 'main', image: 'prometheus:3' }], volumes: [...volumes] },
  ]);
  for (const namespace of NAMESPACES) await world.pass('mark', namespace);
  await world.watched(15, ...NAMESPACES);
  for (const namespace of NAMESPACES) await world.pass('mark', namespace);
  const marks = await Promise.all(NAMESPACES.map((namespace) => world.marks(namespace)));
  return TYPES.filter((_type, at) => (marks[at]?.length ?? 0) > 0);
}

test.each<[string, Parameters<typeof marked>[0]]>([
  ['nothing has the name', { script: 'echo started' }],
  [
    'a volume of Docker alone has the name',
    { volumes: [{ name: NAME, dockerVolumeConfiguration: { scope: 'task' } }] },
  ],
  [
    'a volume of the driver `local` has the name',
    { volumes: [{ name: NAME, dockerVolumeConfiguration: { scope: 'shared', driver: 'local' } }] },
  ],
])('A217 %s → marked', async (_what, given) => {
  expect(await marked(given)).toEqual(TYPES);
});

test.each<[string, Parameters<typeof marked>[0]]>([
  ['a variable', { script: `export EBS_VOLUME_NAME="${NAME}"` }],
  ['an argument of a program', { script: `/opt/node/prepare --name ${NAME}` }],
  [
    'a volume of a task definition whose driver finds it',
    {
      volumes: [
        { name: NAME, dockerVolumeConfiguration: { autoprovision: true, scope: 'shared', driver: 'rexray/ebs' } },
      ],
    },
  ],
])('A217 %s has the name in its tag `Name` → kept', async (_what, given) => {
  expect(await marked(given)).toEqual([]);
});
