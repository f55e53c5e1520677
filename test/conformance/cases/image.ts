/** An account's images, each named after its user: those of a small company, and every known trap. */
import { OTHER_ID } from '../../integration/handlers/fixture.ts';
import type { Case, TypeCases } from '../case.ts';
import { aCluster, aComputeEnvironment, anImageParameter, aParameter, aRecipe, label } from '../launchers.ts';
import {
  aFleet,
  aGroup,
  aLaunchConfiguration,
  anImage,
  anInstance,
  aSpotFleet,
  aSpotRequest,
  aTemplate,
  share,
  stop,
  terminate,
} from '../seed.ts';
import type { World } from '../world.ts';
import { IMAGES_OF_GROUPS } from './autoScalingGroup.ts';
import { IMAGE_OF_TEMPLATES } from './launchTemplate.ts';
import { IMAGE_OF_VERSIONS } from './launchTemplateVersion.ts';
import { IMAGE_OF_SNAPSHOT_TEMPLATES, IMAGE_OF_SNAPSHOTS, IMAGE_WITH_SNAPSHOT } from './snapshot.ts';
import { IMAGE_OF_VOLUMES } from './volume.ts';

interface ImageCase extends Case {
  /** Makes its user. */
  use(world: World, image: string): Promise<unknown>;
}

/** In every template and group that is about another image. */
const ANOTHER = 'ami-0123456789abcdef0';
/** An account that Holystone does not read. */
const FOREIGN = '333333333333';

const NOT_IN_A_GROUP =
  'It looks at the versions of launch templates that an Auto Scaling group names, and at no others.';
const ONE_ACCOUNT = 'It looks at one account at a time.';
const NO_PARAMETERS = 'It does not look at SSM parameters.';
const NO_SHARES = 'It does not look at launch permissions; its separate filter `cross-account` does.';
const NO_FLEETS = 'It does not look at fleets and spot requests.';
const NO_OTHER_SERVICE = 'It does not look at what other services launch from.';

const nobody = async () => {};

const IMAGE_CASES: readonly ImageCase[] = [
  { name: 'orphan', kinds: [], use: nobody },
  { name: 'another orphan', kinds: [], use: nobody },
  { name: 'of a running instance', kinds: ['instances'], use: anInstance },
  {
    name: 'of a stopped instance',
    kinds: ['instances'],
    use: async (world, image) => stop(world, await anInstance(world, image)),
  },
  {
    name: 'of a terminated instance',
    kinds: [],
    use: async (world, image) => terminate(world, await anInstance(world, image)),
    custodian:
      'It counts every instance that EC2 describes, and EC2 describes one for about an hour after it is terminated. It will never run again.',
  },
  {
    name: 'of an instance in another account',
    kinds: ['instances'],
    async use(world, image) {
      await share(world, image, OTHER_ID);
      await anInstance({ ...world, ec2: world.elsewhere }, image);
    },
    custodian: ONE_ACCOUNT,
  },
  {
    name: 'of a template in another account',
    kinds: ['launchTemplateVersions'],
    async use(world, image) {
      await share(world, image, OTHER_ID);
      await aTemplate({ ...world, ec2: world.elsewhere }, 'elsewhere', image);
    },
    custodian: ONE_ACCOUNT,
  },
  {
    name: 'of a launch configuration of a group',
    kinds: ['autoScalingGroups', 'launchConfigurations'],
    async use(world, image) {
      await aLaunchConfiguration(world, 'attached', image);
      await aGroup(world, 'by-launch-configuration', { LaunchConfigurationName: 'attached' });
    },
  },
  {
    name: 'of a launch configuration that no group uses',
    kinds: ['launchConfigurations'],
    use: (world, image) => aLaunchConfiguration(world, 'not-attached', image),
    custodian: 'It looks at the launch configurations of Auto Scaling groups, and at no others.',
  },
  {
    name: 'of a launch template of a group',
    kinds: ['autoScalingGroups', 'launchTemplateVersions'],
    async use(world, image) {
      const LaunchTemplateId = await aTemplate(world, 'of-a-group', image);
      await aGroup(world, 'by-template', { LaunchTemplate: { LaunchTemplateId, Version: '1' } });
    },
  },
  {
    name: 'of a mixed instances policy',
    kinds: ['autoScalingGroups', 'launchTemplateVersions'],
    async use(world, image) {
      const LaunchTemplateId = await aTemplate(world, 'base', image);
      const LaunchTemplate = { LaunchTemplateSpecification: { LaunchTemplateId, Version: '$Latest' } };
      await aGroup(world, 'by-mixed-instances-policy', { MixedInstancesPolicy: { LaunchTemplate } });
    },
  },
  {
    name: 'of an override only',
    kinds: ['autoScalingGroups', 'launchTemplateVersions'],
    async use(world, image) {
      const base = await aTemplate(world, 'base-of-override', ANOTHER);
      const LaunchTemplateId = await aTemplate(world, 'override', image);
      const LaunchTemplate = {
        LaunchTemplateSpecification: { LaunchTemplateId: base, Version: '$Default' },
        Overrides: [
          {
            InstanceType: 't3.large',
            LaunchTemplateSpecification: { LaunchTemplateId, Version: '$Default' },
          },
        ],
      };
      await aGroup(world, 'by-override', { MixedInstancesPolicy: { LaunchTemplate } });
    },
    custodian: 'It looks at the base of a mixed instances policy, and not at the templates of its overrides.',
  },
  {
    name: 'of a template that no group uses',
    kinds: ['launchTemplateVersions'],
    use: (world, image) => aTemplate(world, 'alone', image),
    custodian: NOT_IN_A_GROUP,
  },
  {
    name: 'of an old template version',
    kinds: ['launchTemplateVersions'],
    use: (world, image) => aTemplate(world, 'old-version', image, ANOTHER),
    custodian: NOT_IN_A_GROUP,
  },
  {
    name: 'of a typed parameter',
    kinds: ['plainParameters', 'ssmParameters'],
    use: (world, image) => anImageParameter(world, '/images/typed', image),
    custodian: NO_PARAMETERS,
  },
  {
    name: 'of a list in a parameter',
    kinds: ['plainParameters', 'ssmParameters'],
    use: (world, image) => aParameter(world, '/golden/list', `${ANOTHER},${image}`),
    custodian: NO_PARAMETERS,
  },
  {
    name: 'of JSON in a parameter',
    kinds: ['plainParameters', 'ssmParameters'],
    use: (world, image) => aParameter(world, '/golden/json', JSON.stringify({ 'us-east-1': { ami: image } })),
    custodian: NO_PARAMETERS,
  },
  {
    name: 'of an old labelled version of a parameter',
    kinds: ['ssmParameters'],
    async use(world, image) {
      await aParameter(world, '/golden/labelled', image, ANOTHER);
      await label(world, '/golden/labelled', 1, 'prod');
    },
    custodian: NO_PARAMETERS,
  },
  {
    name: 'of an old version of a parameter without label',
    kinds: [],
    use: (world, image) => aParameter(world, '/golden/replaced', image, ANOTHER),
  },
  {
    name: 'of a parameter that a template names',
    kinds: ['plainParameters', 'ssmParameters'],
    async use(world, image) {
      await aParameter(world, '/images/named', image);
      await aTemplate(world, 'names-a-parameter', 'resolve:ssm:/images/named');
    },
    custodian: NO_PARAMETERS,
  },
  {
    name: 'shared with an account',
    kinds: ['launchPermissions'],
    use: (world, image) => share(world, image, FOREIGN),
    custodian: NO_SHARES,
  },
  {
    name: 'shared with an account that does not use it',
    kinds: ['launchPermissions'],
    use: (world, image) => share(world, image, OTHER_ID),
    custodian: NO_SHARES,
  },
  {
    name: 'shared with an organization',
    kinds: ['launchPermissions'],
    use: (world, image) =>
      share(world, image, { OrganizationArn: `arn:aws:organizations::${FOREIGN}:organization/o-exampleorg1` }),
    custodian: NO_SHARES,
  },
  {
    name: 'shared with everybody',
    kinds: ['launchPermissions'],
    use: (world, image) => share(world, image, { Group: 'all' }),
    custodian: NO_SHARES,
  },
  {
    name: 'of an EC2 fleet',
    kinds: ['fleets', 'launchTemplateVersions'],
    use: async (world, image) => aFleet(world, await aTemplate(world, 'of-a-fleet', image), '1'),
    custodian: NO_FLEETS,
  },
  {
    name: 'of a spot request',
    kinds: ['spotInstanceRequests', 'spotRequests'],
    use: aSpotRequest,
    custodian: NO_FLEETS,
  },
  { name: 'of a spot fleet', kinds: ['spotFleets', 'spotRequests'], use: aSpotFleet, custodian: NO_FLEETS },
  {
    name: 'of a Batch compute environment',
    kinds: ['batchEnvironments'],
    use: (world, image) => aComputeEnvironment(world, 'nightly', { imageId: image }),
    custodian: NO_OTHER_SERVICE,
  },
  {
    name: 'of an EMR cluster',
    kinds: ['emrClusters'],
    use: (world, image) => aCluster(world, 'nightly', image),
    custodian: NO_OTHER_SERVICE,
  },
  {
    name: 'of an Image Builder recipe',
    kinds: ['imageBuilder'],
    use: (world, image) => aRecipe(world, 'web', image),
    custodian: NO_OTHER_SERVICE,
  },
  {
    name: 'with a keep tag',
    kinds: [],
    tags: { 'holystone:keep': 'always' },
    keptBy: 'opted out forever by tag: tag holystone:keep=always',
    use: nobody,
    custodian: 'A policy has to name such tags itself; here some keep by default.',
  },
  {
    name: 'managed by Karpenter',
    kinds: [],
    tags: { 'karpenter.sh/nodepool': 'web' },
    keptBy: 'managedBy: managed-by:karpenter',
    use: nobody,
    custodian: 'It does not know what other controllers manage.',
  },
];

/** Makes the image of a case and its user. @returns its id */
async function makeImage(world: World, { name, tags, use }: ImageCase): Promise<string> {
  const id = await anImage(world, name, tags);
  await use(world, id);
  return id;
}

/** Read only where an entry asks for it. */
const OPTIONAL = ['imageReferences', 'usageReports'];

export const image: TypeCases = {
  isFirst: true,
  cases: [
    ...IMAGE_CASES,
    ...IMAGES_OF_GROUPS,
    IMAGE_OF_SNAPSHOTS,
    IMAGE_WITH_SNAPSHOT,
    IMAGE_OF_SNAPSHOT_TEMPLATES,
    IMAGE_OF_VOLUMES,
    IMAGE_OF_TEMPLATES,
    IMAGE_OF_VERSIONS,
  ],
  async make(world, attempt) {
    for (const given of IMAGE_CASES) await attempt(given.name, () => makeImage(world, given));
  },
  one: {
    make: anImage,
    nowhere: 'ami-0123456789abcdef0',
    // EC2 remembers one that was deregistered for a while.
    deleted: /^(gone|unknown)$/,
    again: /^(gone|refused)$/,
  },
  entry: 'keepNewest: off',
  evidence({ off, sharing }) {
    const on = OPTIONAL.filter((kind) => !off.includes(kind));
    return `sharing: ${sharing}, ssm: { paths: [/golden] }, on: [${on}], `;
  },
  custodian: {
    policy: `resource: aws.ami
    filters:
      - type: unused
        value: true`,
    nameOf: ({ Name }) => Name,
    // Described for about an hour, and never launched again.
    misses: ['of a terminated instance'],
  },
  moto: {
    cannotRead: ['emrClusters', 'imageBuilder', 'ssmParameters'],
    cannotMake: ['of an Image Builder recipe'],
    otherwise: { 'of a spot request': 'it has an instance at once, terminated since, which Custodian counts' },
  },
  // AWS makes no report by itself.
  shown: { many: 'Images', one: 'Image' },
};
