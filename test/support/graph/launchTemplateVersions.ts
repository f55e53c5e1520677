/** Everything that may name the first version of a launch template, whose second one is default. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { ANOTHER, batch, GROUPS, group, LAUNCHERS, nodegroup, type Row, TAGS, UNUSED } from './launchTemplates.ts';
import { OWN } from './surveyed.ts';

/** Groups that name the default and the latest version, which stay anyway. */
const OF_CURRENT = ['group by id', 'group by mixed instances policy'];

const isOfCurrent = ([name]: Row) => OF_CURRENT.includes(name);

const instance =
  (version: string | undefined) =>
  ({ control, at, id }: Launching) => {
    const more = version === undefined ? {} : { 'aws:ec2launchtemplate:version': version };
    control.addInstances(at, [{ tags: { 'aws:ec2launchtemplate:id': id, ...more } }]);
  };
const fleetOf =
  (Version: string) =>
  ({ control, at, id }: Launching) =>
    control.addFleets(at, [
      {
        FleetState: 'active',
        LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId: id, Version } }],
      },
    ]);

const USED: readonly Row[] = [
  ...[...GROUPS, ...LAUNCHERS].filter((row) => !isOfCurrent(row)),
  ['group without a version', (s) => group(s, { LaunchTemplate: { LaunchTemplateName: s.name } })],
  ['instance of no known version', instance(undefined)],
  ['instance of a version that is no number', instance('one')],
  // AWS does not say whether the latest is that of the creation.
  ['fleet of $Latest', fleetOf('$Latest')],
  ['Batch environment of $Latest', batch(({ id }) => ({ launchTemplateId: id, version: '$Latest' }), 'VALID')],
  [
    'override of it beside another version',
    (s) =>
      group(s, {
        MixedInstancesPolicy: {
          LaunchTemplate: {
            LaunchTemplateSpecification: { LaunchTemplateId: s.id, Version: '3' },
            Overrides: [{ LaunchTemplateSpecification: { LaunchTemplateId: s.id, Version: '1' } }],
          },
        },
      }),
  ],
  [
    'text of a parameter',
    ({ control, at, id, user }) =>
      control.addParameters(at, [{ name: `/${user}`, versions: [{ value: `deploy ${id} version 2` }] }]),
  ],
];

const OF_OTHERS: readonly Row[] = [
  ...GROUPS.filter(isOfCurrent),
  ...UNUSED,
  ['group of another version', (s) => group(s, { LaunchTemplate: { LaunchTemplateId: s.id, Version: '2' } })],
  [
    'group of another version, by name',
    (s) => group(s, { LaunchTemplate: { LaunchTemplateName: s.name, Version: '3' } }),
  ],
  ['instance of another version', instance('11')],
  ['fleet of another version', fleetOf('2')],
  ['node group of another version', nodegroup(({ id }) => ({ id, version: '2' }), 'ACTIVE')],
  ['Batch environment of another version', batch(({ id }) => ({ launchTemplateId: id, version: '3' }), 'VALID')],
  ['group of another template of this version', (s) => group(s, { LaunchTemplate: ANOTHER })],
];

/** The users name the template. */
const ofTemplate = ([name, add]: Row): Row => [name, (s) => add({ ...s, id: templateOf(s.id) })];

export const VERSION_USERS = [
  ...USED.map(ofTemplate).map(launchUser(true)),
  ...OF_OTHERS.map(ofTemplate).map(launchUser(false)),
];

const versions = launchedKind<'young' | 'tagged' | 'managed' | 'drs' | 'mgn'>({
  type: 'launchTemplateVersion',
  kept: ['young', 'tagged', 'managed', 'drs', 'mgn'],
  users: VERSION_USERS,
  launched: (index) => ({ id: `lt-0${String(index + 1).padStart(16, '0')}:1`, name: `Template-${index}` }),
  add(control, { id, name }, is, CreateTime) {
    const seed = { LaunchTemplateId: templateOf(id), LaunchTemplateName: name, CreateTime, DefaultVersionNumber: 2 };
    control.addLaunchTemplates(OWN, [{ ...seed, versions: [{}, {}, {}], tags: TAGS[is] ?? {} }]);
  },
});

export const launchTemplateVersions: typeof versions = {
  ...versions,
  entry: () => 'type: launchTemplateVersion, when: [{ rule: unused }], keepNewest: off',
  expected: (graph) =>
    new Map(
      [...versions.expected(graph)].flatMap(([id, verdict]) => [
        [id, verdict],
        [`${templateOf(id)}:2`, 'keep'],
        [`${templateOf(id)}:3`, 'keep'],
      ]),
    ),
};

function templateOf(id: string): string {
  return id.split(':')[0] ?? id;
}
