/** Every kind of user that keeps an image, as real resources of the sandbox. */
import type { Place, SandboxControl } from '../aws/index.ts';
import { PARTNER_ACCOUNT } from './accounts.ts';
import { DAY_MS } from './families.ts';

export interface UserContext {
  readonly control: SandboxControl;
  readonly place: Place;
  readonly imageId: string;
  /** The purpose of the image: `web`. */
  readonly stem: string;
  /** Another image of the place, which is kept in any case. */
  readonly otherImageId: string;
  /** ms since the epoch. */
  readonly now: number;
}

export interface ImageUser {
  readonly why: string;
  /** @returns names of the Auto Scaling groups that it created, all with instances */
  attach(context: UserContext): readonly string[];
}

const NOTHING: readonly string[] = [];

export const IMAGE_USERS: readonly ImageUser[] = [
  {
    why: 'a running instance',
    attach: (context) => instance(context, 'running'),
  },
  {
    why: 'a stopped instance',
    attach: (context) => instance(context, 'stopped'),
  },
  {
    why: 'the default version of a launch template that no group uses',
    attach({ control, place, imageId, stem }) {
      control.addLaunchTemplates(place, [
        { LaunchTemplateName: `${stem}-on-demand`, versions: [{ ImageId: imageId }] },
      ]);
      return NOTHING;
    },
  },
  {
    why: 'an old version of a launch template',
    attach({ control, place, imageId, otherImageId, stem }) {
      const versions = [{ ImageId: imageId }, { ImageId: otherImageId }, { ImageId: otherImageId }];
      control.addLaunchTemplates(place, [{ LaunchTemplateName: `${stem}-history`, DefaultVersionNumber: 3, versions }]);
      return NOTHING;
    },
  },
  {
    why: 'an Auto Scaling group through its launch configuration',
    attach(context) {
      const { control, place, imageId, stem } = context;
      const LaunchConfigurationName = `${stem}-lc-7`;
      control.addLaunchConfigurations(place, [{ LaunchConfigurationName, ImageId: imageId }]);
      return group(context, `${stem}-classic`, { LaunchConfigurationName });
    },
  },
  {
    why: 'an Auto Scaling group through its launch template',
    attach: (context) =>
      group(context, `${context.stem}-fleet`, { LaunchTemplate: template(context, context.imageId, 'fleet') }),
  },
  {
    why: 'the base of a mixed instances policy',
    attach(context) {
      const LaunchTemplateSpecification = template(context, context.imageId, 'mixed');
      const Overrides = [{ InstanceType: 'm5.large' }, { InstanceType: 'm5a.large' }];
      const MixedInstancesPolicy = { LaunchTemplate: { LaunchTemplateSpecification, Overrides } };
      return group(context, `${context.stem}-mixed`, { MixedInstancesPolicy });
    },
  },
  {
    why: 'an override of a mixed instances policy',
    attach(context) {
      const LaunchTemplateSpecification = template(context, context.otherImageId, 'spot');
      const arm = { InstanceType: 'm7g.large', LaunchTemplateSpecification: template(context, context.imageId, 'arm') };
      const MixedInstancesPolicy = { LaunchTemplate: { LaunchTemplateSpecification, Overrides: [arm] } };
      return group(context, `${context.stem}-spot`, { MixedInstancesPolicy });
    },
  },
  {
    why: 'a launch configuration without a group',
    attach({ control, place, imageId, stem }) {
      control.addLaunchConfigurations(place, [{ LaunchConfigurationName: `${stem}-lc-old`, ImageId: imageId }]);
      return NOTHING;
    },
  },
  {
    why: 'a launch permission for another account',
    attach({ control, place, imageId }) {
      control.update(place, 'image', imageId, { launchPermissions: [{ UserId: PARTNER_ACCOUNT }] });
      return NOTHING;
    },
  },
  {
    why: 'an override of an EC2 fleet',
    attach(context) {
      const { control, place, imageId, otherImageId } = context;
      const { LaunchTemplateId, Version } = template(context, otherImageId, 'batch-fleet');
      const LaunchTemplateSpecification = { LaunchTemplateId, Version };
      const LaunchTemplateConfigs = [{ LaunchTemplateSpecification, Overrides: [{ ImageId: imageId }] }];
      control.addFleets(place, [{ FleetState: 'active', LaunchTemplateConfigs }]);
      return NOTHING;
    },
  },
  {
    why: 'a spot instance request that is open',
    attach({ control, place, imageId }) {
      control.addSpotInstanceRequests(place, [{ State: 'open', LaunchSpecification: { ImageId: imageId } }]);
      return NOTHING;
    },
  },
  {
    why: 'an old version of an SSM parameter, with a label',
    attach({ control, place, imageId, otherImageId, stem }) {
      const versions = [{ value: imageId, labels: ['stable'] }, { value: otherImageId }];
      control.addParameters(place, [{ name: `/images/${stem}`, dataType: 'aws:ec2:image', versions }]);
      return NOTHING;
    },
  },
  {
    why: 'a launch template that names an SSM parameter',
    attach({ control, place, imageId, stem }) {
      const name = `/releases/${stem}`;
      control.addParameters(place, [{ name, versions: [{ value: imageId }] }]);
      const LaunchTemplateName = `${stem}-by-parameter`;
      control.addLaunchTemplates(place, [{ LaunchTemplateName, versions: [{ ImageId: `resolve:ssm:${name}` }] }]);
      return NOTHING;
    },
  },
  {
    why: 'a Batch compute environment',
    attach({ control, place, imageId, stem }) {
      const computeResources = { ec2Configuration: [{ imageType: 'ECS_AL2023', imageIdOverride: imageId }] };
      control.addComputeEnvironments(place, [{ computeEnvironmentName: `${stem}-nightly`, computeResources }]);
      return NOTHING;
    },
  },
  {
    why: 'an EMR cluster',
    attach({ control, place, imageId, stem }) {
      control.addClusters(place, [{ Name: `${stem}-reports`, CustomAmiId: imageId }]);
      return NOTHING;
    },
  },
  {
    why: 'an Image Builder recipe',
    attach({ control, place, imageId, stem }) {
      const arn = `arn:aws:imagebuilder:${place.region}:${place.account}:image-recipe/${stem}/1.0.0`;
      control.addImageBuilder(place, { recipes: [{ arn, parentImage: imageId }] });
      return NOTHING;
    },
  },
  {
    why: 'an instance in the other account',
    attach(context) {
      const { control, place } = context;
      const other = control
        .accounts()
        .find(({ id, regions }) => id !== place.account && regions.includes(place.region));
      return instance({ ...context, place: { ...place, account: other?.id ?? place.account } }, 'running');
    },
  },
];

/** A user that does not keep the image: a terminated instance, which AWS describes for another hour. */
export function attachTerminated(context: UserContext): void {
  instance(context, 'terminated');
}

function instance({ control, place, imageId, stem, now }: UserContext, state: 'running' | 'stopped' | 'terminated') {
  const LaunchTime = new Date(now - 37 * DAY_MS);
  control.addInstances(place, [{ ImageId: imageId, state, LaunchTime, tags: { Name: `${stem}-1` } }]);
  return NOTHING;
}

function template({ control, place, stem }: UserContext, ImageId: string, name: string) {
  const LaunchTemplateName = `${stem}-${name}`;
  const [id] = control.addLaunchTemplates(place, [{ LaunchTemplateName, versions: [{ ImageId }] }]);
  return { LaunchTemplateId: id, LaunchTemplateName, Version: '$Latest' };
}

function group(context: UserContext, name: string, source: object): readonly string[] {
  const { control, place, otherImageId, stem, now } = context;
  // Its instances still run from a newer image: only the group's next launch would use the image in question.
  const [InstanceId] = control.addInstances(place, [{ ImageId: otherImageId, tags: { Name: `${stem}-asg` } }]);
  const member = { InstanceId, AvailabilityZone: `${place.region}a`, LifecycleState: 'InService' as const };
  control.addAutoScalingGroups(place, [
    {
      AutoScalingGroupName: name,
      ...{ MinSize: 1, MaxSize: 4, DesiredCapacity: 1 },
      CreatedTime: new Date(now - 300 * DAY_MS),
      Instances: [{ ...member, HealthStatus: 'Healthy', ProtectedFromScaleIn: false }],
      tags: { service: stem },
      ...source,
    },
  ]);
  return [name];
}
