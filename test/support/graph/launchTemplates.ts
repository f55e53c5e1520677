/** Everything that may name a launch template, and whether that makes it a user. */
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

type Add = (launching: Launching) => void;
export type Row = readonly [string, Add];

export const group = ({ control, at, user }: Launching, seed: AutoScalingGroupSeed) =>
  control.addAutoScalingGroups(at, [{ AutoScalingGroupName: user, ...seed }]);

/** A deleted template, not the one under test. */
export const ANOTHER = { LaunchTemplateId: 'lt-0fffffffffffffff0', Version: '1' };

export const GROUPS: readonly Row[] = [
  ['group by id', (s) => group(s, { LaunchTemplate: { LaunchTemplateId: s.id, Version: '$Latest' } })],
  ['group by name', (s) => group(s, { LaunchTemplate: { LaunchTemplateName: s.name, Version: '1' } })],
  [
    'group being deleted',
    (s) => group(s, { LaunchTemplate: { LaunchTemplateId: s.id }, Status: 'Delete in progress' }),
  ],
  [
    'group by mixed instances policy',
    (s) =>
      group(s, {
        MixedInstancesPolicy: {
          LaunchTemplate: { LaunchTemplateSpecification: { LaunchTemplateName: s.name, Version: '$Default' } },
        },
      }),
  ],
  [
    'group by override',
    (s) =>
      group(s, {
        MixedInstancesPolicy: {
          LaunchTemplate: {
            LaunchTemplateSpecification: ANOTHER,
            Overrides: [{ InstanceType: 'm5.large' }, { LaunchTemplateSpecification: { LaunchTemplateId: s.id } }],
          },
        },
      }),
  ],
  [
    'instance refresh to it',
    (s) =>
      group(s, {
        LaunchTemplate: ANOTHER,
        instanceRefreshes: [
          { Status: 'Pending', DesiredConfiguration: { LaunchTemplate: { LaunchTemplateId: s.id, Version: '1' } } },
        ],
      }),
  ],
];

export const fleet =
  (FleetState: 'submitted' | 'active' | 'failed' | 'modifying' | 'deleted' | 'deleted_running'): Add =>
  ({ control, at, id }) =>
    control.addFleets(at, [
      { FleetState, LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId: id, Version: '1' } }] },
    ]);
const spotFleet =
  (SpotFleetRequestState: 'submitted' | 'active' | 'modifying' | 'cancelled_running'): Add =>
  ({ control, at, name }) => {
    const LaunchTemplateConfigs = [{ LaunchTemplateSpecification: { LaunchTemplateName: name, Version: '1' } }];
    control.addSpotFleetRequests(at, [{ SpotFleetRequestState, SpotFleetRequestConfig: { LaunchTemplateConfigs } }]);
  };
const instance =
  (state: 'pending' | 'running' | 'stopping' | 'stopped' | 'shutting-down' | 'terminated'): Add =>
  ({ control, at, id }) =>
    control.addInstances(at, [
      { state, tags: { 'aws:ec2launchtemplate:id': id, 'aws:ec2launchtemplate:version': '1' } },
    ]);
export const batch =
  (launchTemplate: (launching: Launching) => object, status: 'VALID' | 'INVALID' | 'DELETED'): Add =>
  (s) => {
    const computeResources = { launchTemplate: launchTemplate(s) };
    s.control.addComputeEnvironments(s.at, [{ computeEnvironmentName: s.user, status, computeResources }]);
  };

export const nodegroup =
  (launchTemplate: (launching: Launching) => object, status: 'ACTIVE' | 'DELETING' | 'DEGRADED'): Add =>
  (s) =>
    s.control.addNodegroups(s.at, [
      { clusterName: `eks-${s.user.length}`, nodegroupName: s.user, status, launchTemplate: launchTemplate(s) },
    ]);
const distribution =
  (at: 'at' | 'elsewhere', distributes: (launching: Launching) => object): Add =>
  (s) => {
    const { account } = s[at];
    const arn = `arn:aws:imagebuilder:us-east-1:${account}:distribution-configuration/${s.user}`;
    const distributions = [{ region: 'us-east-1', ...distributes(s) }];
    s.control.addImageBuilder(s[at], { distributions: [{ arn, name: s.user, distributions }] });
  };
const fed = ({ id, at }: Launching) => ({
  launchTemplateConfigurations: [{ launchTemplateId: id, accountId: at.account, setDefaultVersion: true }],
});
const fastLaunch = (launchTemplate: object) => ({ fastLaunchConfigurations: [{ enabled: false, launchTemplate }] });

export const LAUNCHERS: readonly Row[] = [
  ...(['submitted', 'active', 'failed', 'modifying'] as const).map((state): Row => [`fleet, ${state}`, fleet(state)]),
  ...(['submitted', 'active', 'modifying'] as const).map((state): Row => [`spot fleet, ${state}`, spotFleet(state)]),
  ...(['pending', 'running', 'stopping', 'stopped', 'shutting-down'] as const).map(
    (state): Row => [`instance, ${state}`, instance(state)],
  ),
  ['EKS node group', nodegroup(({ id, name }) => ({ id, name, version: '1' }), 'ACTIVE')],
  ['EKS node group, by name, being deleted', nodegroup(({ name }) => ({ name }), 'DELETING')],
  ['EKS node group, degraded', nodegroup(({ id }) => ({ id }), 'DEGRADED')],
  ['Image Builder distribution', distribution('at', fed)],
  ['Image Builder distribution of another account', distribution('elsewhere', fed)],
  ['Image Builder fast launch', distribution('at', ({ id }) => fastLaunch({ launchTemplateId: id }))],
  ['Image Builder fast launch, by name', distribution('at', ({ name }) => fastLaunch({ launchTemplateName: name }))],
  ['Batch environment', batch(({ id }) => ({ launchTemplateId: id }), 'VALID')],
  ['Batch environment, by name, invalid', batch(({ name }) => ({ launchTemplateName: name }), 'INVALID')],
  [
    'Batch environment, override',
    batch(
      ({ name }) => ({
        launchTemplateId: ANOTHER.LaunchTemplateId,
        overrides: [{ launchTemplateName: name, targetInstanceTypes: ['m5'] }],
      }),
      'VALID',
    ),
  ],
];

/** Things that name it but launch nothing from it, now or later, or that name another one. */
export const UNUSED: readonly Row[] = [
  ['instance, terminated', instance('terminated')],
  ...(['deleted', 'deleted_running'] as const).map((state): Row => [`fleet, ${state}`, fleet(state)]),
  [
    'instance refresh that is over',
    (s) =>
      group(s, {
        LaunchTemplate: ANOTHER,
        instanceRefreshes: [
          { Status: 'Successful', DesiredConfiguration: { LaunchTemplate: { LaunchTemplateId: s.id, Version: '1' } } },
        ],
      }),
  ],
  ['spot fleet, cancelled_running', spotFleet('cancelled_running')],
  [
    'EKS node group without a template of its own',
    (s) => s.control.addNodegroups(s.at, [{ clusterName: s.name, nodegroupName: s.user }]),
  ],
  [
    'EKS node group of another account, by the same name',
    (s) => nodegroup(({ name }) => ({ name }), 'ACTIVE')({ ...s, at: s.elsewhere }),
  ],
  ['Image Builder distribution of images alone', distribution('at', () => ({ amiDistributionConfiguration: {} }))],
  ['Batch environment, deleted', batch(({ id }) => ({ launchTemplateId: id }), 'DELETED')],
  [
    'group of another account, by the same name',
    (s) => {
      s.control.addLaunchTemplates(s.elsewhere, [{ LaunchTemplateName: s.name, versions: [{}] }]);
      group({ ...s, at: s.elsewhere }, { LaunchTemplate: { LaunchTemplateName: s.name } });
    },
  ],
  ['group by a launch configuration of the same name', (s) => group(s, { LaunchConfigurationName: s.name })],
  [
    'instance that says so itself',
    ({ control, at, id }) => control.addInstances(at, [{ tags: { launchtemplate: id, Name: id } }]),
  ],
];

export const TEMPLATE_USERS = [...[...GROUPS, ...LAUNCHERS].map(launchUser(true)), ...UNUSED.map(launchUser(false))];

export const TAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tagged: { 'holystone:keep': 'always' },
  managed: { 'aws:cloudformation:stack-name': 'web' },
  drs: { AWSElasticDisasterRecoverySourceServerID: 's-1234567890abcdef0' },
  mgn: { AWSApplicationMigrationServiceManaged: 'mgn.amazonaws.com' },
};

export const launchTemplates = launchedKind<'young' | 'tagged' | 'managed' | 'drs' | 'mgn'>({
  type: 'launchTemplate',
  kept: ['young', 'tagged', 'managed', 'drs', 'mgn'],
  users: TEMPLATE_USERS,
  launched: (index) => ({ id: `lt-0${String(index + 1).padStart(16, '0')}`, name: `Template-${index}` }),
  add(control, { id, name }, is, CreateTime) {
    const seed = { LaunchTemplateId: id, LaunchTemplateName: name, CreateTime, versions: [{}, {}] };
    control.addLaunchTemplates(OWN, [{ ...seed, tags: TAGS[is] ?? {} }]);
  },
});
