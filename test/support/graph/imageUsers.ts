/** Everything that may name an image, and whether that makes it a user. */
import type { Place, SandboxControl } from '../../../sandbox/aws/index.ts';
import type { External } from './surveyed.ts';

export interface Seeding {
  readonly control: SandboxControl;
  readonly at: Place;
  readonly elsewhere: Place;
  readonly image: string;
  /** Name of the user; unique in this account. */
  readonly name: string;
  readonly references: External[];
}

export interface ImageUser {
  readonly name: string;
  /** Does it use the image that it names? */
  readonly uses: boolean;
  /** It is in the file of external references. */
  readonly isExternal?: true;
  add(seeding: Seeding): void;
  toString(): string;
}

/** The id of no image here. */
const NONE = 'ami-00000000000000000';

type Add = (seeding: Seeding) => void;

const user =
  (uses: boolean) =>
  ([name, add]: readonly [string, Add]): ImageUser => ({ name, uses, add, toString: () => name });

const INSTANCES: readonly (readonly [string, Add])[] = (
  ['pending', 'running', 'stopping', 'stopped', 'shutting-down'] as const
).map((state) => [
  `instance, ${state}`,
  ({ control, at, image }) => control.addInstances(at, [{ ImageId: image, state }]),
]);

const template = ({ control, at, name }: Seeding, ...images: string[]) => {
  const versions = images.map((ImageId) => ({ ImageId }));
  const [id = ''] = control.addLaunchTemplates(at, [{ LaunchTemplateName: name, versions }]);
  return id;
};

const group = ({ control, at, name }: Seeding, how: Parameters<SandboxControl['addAutoScalingGroups']>[1][number]) => {
  control.addAutoScalingGroups(at, [{ AutoScalingGroupName: name, ...how }]);
};

const TEMPLATES: readonly (readonly [string, Add])[] = [
  ['template, only version', (s) => template(s, s.image)],
  ['template, old version', (s) => template(s, NONE, s.image, NONE)],
  ['template, latest version', (s) => template(s, NONE, NONE, s.image)],
  [
    'template without an image beside',
    (s) => {
      template({ ...s, name: `${s.name}-empty` }, '');
      template(s, s.image);
    },
  ],
];

const parameter = ({ control, at, name }: Seeding, path: string, dataType: string, ...values: string[]) => {
  const [arn = ''] = control.addParameters(at, [
    { name: `${path}${name}`, dataType, versions: values.map((value) => ({ value })) },
  ]);
  return arn;
};

const PARAMETERS: readonly (readonly [string, Add])[] = [
  ['parameter, typed', (s) => parameter(s, '/typed/', 'aws:ec2:image', s.image)],
  ['parameter, typed, third version', (s) => parameter(s, '/typed/', 'aws:ec2:image', NONE, NONE, s.image)],
  [
    'parameter, typed, old labelled version',
    ({ control, at, image, name }) => {
      const versions = [{ value: image, labels: ['prod'] }, { value: NONE }];
      control.addParameters(at, [{ name: `/typed/${name}`, dataType: 'aws:ec2:image', versions }]);
    },
  ],
  ['parameter that nobody names', (s) => parameter(s, '/else/', 'text', s.image)],
  ['parameter below a path', (s) => parameter(s, '/golden/deep/', 'text', s.image)],
  ['parameter below a path, list', (s) => parameter(s, '/golden/', 'text', `${NONE},${s.image}`)],
  ['parameter below a path, JSON', (s) => parameter(s, '/golden/', 'text', JSON.stringify({ eu: NONE, us: s.image }))],
];

const RESOLVED: readonly (readonly [string, Add])[] = [
  [
    'parameter by template',
    (s) => {
      parameter(s, '/named/', 'text', NONE, s.image);
      template(s, `resolve:ssm:/named/${s.name}`);
    },
  ],
  [
    'parameter by template, old version',
    (s) => {
      parameter(s, '/named/', 'text', s.image, NONE);
      template(s, `resolve:ssm:/named/${s.name}:1`);
    },
  ],
  [
    'parameter by old template version, label',
    (s) => {
      const versions = [{ value: NONE }, { value: s.image, labels: ['prod'] }, { value: NONE }];
      s.control.addParameters(s.at, [{ name: `/named/${s.name}`, versions }]);
      template(s, `resolve:ssm:/named/${s.name}:prod`, NONE);
    },
  ],
  [
    'parameter by template, ARN',
    (s) => {
      const arn = parameter(s, '/named/', 'text', s.image);
      template(s, `resolve:ssm:${arn}`);
    },
  ],
  [
    'parameter that another account shares, by template',
    (s) => {
      const versions = [{ value: s.image }, { value: NONE }];
      const [arn] = s.control.addParameters(s.elsewhere, [
        { name: `/shared/${s.name}`, versions, sharedWith: [s.at.account] },
      ]);
      template(s, `resolve:ssm:${arn}:1`);
    },
  ],
];

const GROUPS: readonly (readonly [string, Add])[] = [
  [
    'group by launch configuration',
    (s) => {
      s.control.addLaunchConfigurations(s.at, [{ LaunchConfigurationName: s.name, ImageId: s.image }]);
      group(s, { LaunchConfigurationName: s.name });
    },
  ],
  [
    'group by template, $Latest',
    (s) => {
      const LaunchTemplateId = template(s, NONE, s.image);
      group(s, { LaunchTemplate: { LaunchTemplateId, Version: '$Latest' } });
    },
  ],
  [
    'group by mixed instances policy',
    (s) => {
      template(s, s.image);
      const LaunchTemplateSpecification = { LaunchTemplateName: s.name };
      group(s, { MixedInstancesPolicy: { LaunchTemplate: { LaunchTemplateSpecification } } });
    },
  ],
  [
    'group by override with its own template',
    (s) => {
      const LaunchTemplateSpecification = { LaunchTemplateId: template({ ...s, name: `${s.name}-base` }, NONE) };
      const Overrides = [{}, { LaunchTemplateSpecification: { LaunchTemplateId: template(s, s.image), Version: '1' } }];
      group(s, { MixedInstancesPolicy: { LaunchTemplate: { LaunchTemplateSpecification, Overrides } } });
    },
  ],
  [
    'group by override with an image',
    (s) => {
      const LaunchTemplateSpecification = { LaunchTemplateId: template(s, NONE), Version: '$Default' };
      const Overrides = [{ InstanceType: 'm5.large' as const }, { ImageId: s.image }];
      group(s, { MixedInstancesPolicy: { LaunchTemplate: { LaunchTemplateSpecification, Overrides } } });
    },
  ],
  [
    'launch configuration of no group',
    ({ control, at, image, name }) =>
      control.addLaunchConfigurations(at, [{ LaunchConfigurationName: name, ImageId: image }]),
  ],
];

const fleet =
  (state: 'submitted' | 'active' | 'failed' | 'modifying' | 'deleted' | 'deleted_running'): Add =>
  (s) => {
    const LaunchTemplateSpecification = { LaunchTemplateId: template(s, NONE), Version: '1' };
    const LaunchTemplateConfigs = [{ LaunchTemplateSpecification, Overrides: [{ ImageId: s.image }] }];
    s.control.addFleets(s.at, [{ FleetState: state, LaunchTemplateConfigs }]);
  };
const spot =
  (State: 'open' | 'active' | 'disabled' | 'closed' | 'cancelled' | 'failed'): Add =>
  (s) =>
    s.control.addSpotInstanceRequests(s.at, [{ State, LaunchSpecification: { ImageId: s.image } }]);
const spotFleet =
  (SpotFleetRequestState: 'submitted' | 'active' | 'modifying' | 'cancelled_running'): Add =>
  (s) =>
    s.control.addSpotFleetRequests(s.at, [
      { SpotFleetRequestState, SpotFleetRequestConfig: { LaunchSpecifications: [{ ImageId: s.image }] } },
    ]);

const FLEETS: readonly (readonly [string, Add])[] = [
  ...(['submitted', 'active', 'failed', 'modifying'] as const).map(
    (state) => [`fleet, ${state}`, fleet(state)] as const,
  ),
  ...(['open', 'active', 'disabled'] as const).map((state) => [`spot request, ${state}`, spot(state)] as const),
  ...(['submitted', 'active', 'modifying'] as const).map(
    (state) => [`spot fleet, ${state}`, spotFleet(state)] as const,
  ),
  [
    'spot fleet by template',
    (s) => {
      const LaunchTemplateSpecification = { LaunchTemplateId: template(s, s.image), Version: '1' };
      const LaunchTemplateConfigs = [{ LaunchTemplateSpecification }];
      s.control.addSpotFleetRequests(s.at, [{ SpotFleetRequestConfig: { LaunchTemplateConfigs } }]);
    },
  ],
];

const batch = ({ control, at, name }: Seeding, computeResources: object, status: 'VALID' | 'INVALID' | 'DELETED') => {
  control.addComputeEnvironments(at, [{ computeEnvironmentName: name, status, computeResources }]);
};
const cluster = (s: Seeding, kind: 'INSTANCE_GROUP' | 'INSTANCE_FLEET') =>
  s.control.addClusters(s.at, [{ InstanceCollectionType: kind, imagesOfInstances: [NONE, s.image] }]);
const arnOf = ({ at, name }: Seeding, kind: string, version: string) =>
  `arn:aws:imagebuilder:${at.region}:${at.account}:${kind}/${name}/${version}`;
const recipe = (s: Seeding, parentImage: string) =>
  s.control.addImageBuilder(s.at, { recipes: [{ arn: arnOf(s, 'image-recipe', '1.0.0'), parentImage }] });

const LAUNCHERS: readonly (readonly [string, Add])[] = [
  ['Batch environment', (s) => batch(s, { imageId: s.image }, 'VALID')],
  [
    'Batch environment, override, invalid',
    (s) => batch(s, { ec2Configuration: [{ imageType: 'ECS_AL2', imageIdOverride: s.image }] }, 'INVALID'),
  ],
  ['EMR cluster', (s) => s.control.addClusters(s.at, [{ CustomAmiId: s.image, state: 'RUNNING' }])],
  ['EMR cluster, instance group', (s) => cluster(s, 'INSTANCE_GROUP')],
  ['EMR cluster, instance fleet', (s) => cluster(s, 'INSTANCE_FLEET')],
  ['recipe by id', (s) => recipe(s, s.image)],
  [
    'recipe by parameter',
    (s) => {
      parameter(s, '/recipes/', 'text', s.image);
      recipe(s, `ssm:/recipes/${s.name}`);
    },
  ],
  [
    'recipe by what was built',
    (s) => {
      const amis = [{ image: s.image, region: s.at.region }];
      const builds = [
        { arn: arnOf(s, 'image', '1.0.0/1'), outputResources: { amis } },
        { arn: arnOf(s, 'image', '1.0.0/2'), outputResources: { amis: [] } },
      ];
      s.control.addImageBuilder(s.at, { builds });
      recipe(s, arnOf(s, 'image', 'x.x.x'));
    },
  ],
  [
    'container recipe',
    (s) =>
      s.control.addImageBuilder(s.at, {
        containerRecipes: [
          { arn: arnOf(s, 'container-recipe', '1.0.0'), parentImage: 'amazonlinux:latest', instanceImage: s.image },
        ],
      }),
  ],
];

/** Things that name an image but launch nothing from it, now or later. */
const NO_USERS: readonly (readonly [string, Add])[] = [
  [
    'instance, terminated',
    ({ control, at, image }) => control.addInstances(at, [{ ImageId: image, state: 'terminated' }]),
  ],
  ...(['deleted', 'deleted_running'] as const).map((state) => [`fleet, ${state}`, fleet(state)] as const),
  ...(['closed', 'cancelled', 'failed'] as const).map((state) => [`spot request, ${state}`, spot(state)] as const),
  ['spot fleet, cancelled_running', spotFleet('cancelled_running')],
  ['parameter, typed, old version without label', (s) => parameter(s, '/typed/', 'aws:ec2:image', s.image, NONE)],
  [
    'parameter by template, another version',
    (s) => {
      parameter(s, '/named/', 'text', s.image, NONE);
      template(s, `resolve:ssm:/named/${s.name}:2`);
    },
  ],
  ['Batch environment, deleted', (s) => batch(s, { imageId: s.image }, 'DELETED')],
  ['EMR cluster, terminated', (s) => s.control.addClusters(s.at, [{ CustomAmiId: s.image, state: 'TERMINATED' }])],
];

export const IMAGE_USERS: readonly ImageUser[] = [
  ...[...INSTANCES, ...TEMPLATES, ...PARAMETERS, ...RESOLVED, ...GROUPS, ...FLEETS, ...LAUNCHERS].map(user(true)),
  {
    ...user(true)([
      'file of external references',
      ({ references, image, name }) => references.push({ id: image, by: name }),
    ]),
    isExternal: true,
  },
  ...NO_USERS.map(user(false)),
];
