/** WorkSpaces, Elastic Beanstalk, Device Farm, Mainframe Modernization and MediaLive: what their next machines start with. */
import { deviceFarm } from '../../calls/deviceFarm.ts';
import { elasticBeanstalk } from '../../calls/elasticBeanstalk.ts';
import { mainframe } from '../../calls/mainframe.ts';
import { mediaLive } from '../../calls/mediaLive.ts';
import { workSpaces } from '../../calls/workSpaces.ts';
import { everyLocation } from '../../wire/places.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** The next WorkSpace gets the groups of its directory. */
export const workspaceDirectories = listingSource({
  name: 'workspaceDirectories',
  users: 'Directories of WorkSpaces in every state',
  called: 'directories of WorkSpaces',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(workSpaces.describeWorkspaceDirectories, {
    user: ({ DirectoryId, DirectoryName }) => `WorkSpaces directory ${DirectoryName ?? ''} (${DirectoryId})`,
  }),
});

/** An environment launches its next instances, and is built again, with its settings; its variables tell programs what to use. */
export const beanstalkEnvironments = listingSource({
  name: 'beanstalkEnvironments',
  users: 'Environments of Elastic Beanstalk, by their settings and variables',
  called: 'environments of Elastic Beanstalk',
  names: ['image', 'loadBalancerV2', 'securityGroup', 'snapshot', 'texts', 'vpcEndpoint'],
  reads: lists(elasticBeanstalk.describeEnvironments, {
    each: [
      lists(elasticBeanstalk.describeConfigurationSettings, {
        by: { ApplicationName: 'ApplicationName', EnvironmentName: 'EnvironmentName' },
        user: ({ EnvironmentName }) => `Elastic Beanstalk environment ${EnvironmentName}`,
      }),
    ],
  }),
});

/** Each new instance of an environment pulls the image of its version, and anybody may deploy any version. */
export const applicationVersions = listingSource({
  name: 'applicationVersions',
  users: 'Application versions of Elastic Beanstalk, by their images',
  called: 'application versions of Elastic Beanstalk',
  names: ['containerImage'],
  reads: lists(elasticBeanstalk.describeApplicationVersions, {
    user: ({ ApplicationName, VersionLabel }) =>
      `Elastic Beanstalk application version ${ApplicationName} ${VersionLabel}`,
  }),
});

/** Every environment of a custom platform launches from its image, also one that somebody makes later. */
export const customPlatforms = listingSource({
  name: 'customPlatforms',
  users: 'Custom platforms of Elastic Beanstalk, in all versions',
  called: 'custom platforms of Elastic Beanstalk',
  names: ['image'],
  reads: lists(elasticBeanstalk.listPlatformVersions, {
    input: { Filters: [{ Type: 'PlatformOwner', Operator: '=', Values: ['self'] }] },
    each: [
      describes(elasticBeanstalk.describePlatformVersion, {
        by: { PlatformArn: 'PlatformArn' },
        has: 'PlatformDescription',
        part: ({ PlatformDescription }) => PlatformDescription,
        user: ({ PlatformArn }) => `Elastic Beanstalk platform ${PlatformArn?.split('/').slice(1).join(' ')}`,
      }),
    ],
  }),
});

/** The next browsers of a test run in these groups. */
export const browserTests = listingSource({
  name: 'browserTests',
  users: 'Projects of Device Farm that test browsers',
  called: 'browser testing projects of Device Farm',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(deviceFarm.listTestGridProjects, {
    user: ({ arn, name }) => `Device Farm browser testing project ${name ?? arn}`,
  }),
});

/** A channel that is stopped has no interfaces, and gets them in these groups when it starts. */
export const mediaChannels = listingSource({
  name: 'mediaChannels',
  users: 'Channels of MediaLive that are not deleted, also stopped ones',
  called: 'channels of MediaLive',
  names: ['elasticIp', 'loadBalancer', 'loadBalancerV2', 'securityGroup', 'vpcEndpoint'],
  reads: lists(mediaLive.listChannels, {
    unless: ({ State }) => State === 'DELETED',
    user: ({ Id, Name, State }) => `MediaLive channel ${Name ?? Id} (${State ?? 'state not known'})`,
  }),
});

/** An address in an allow list is used by whoever it lets in. */
export const mediaInputGroups = {
  ...listingSource({
    name: 'mediaInputGroups',
    users: 'Input security groups of MediaLive that are not deleted',
    called: 'input security groups of MediaLive',
    names: ['elasticIp'],
    reads: lists(mediaLive.listInputSecurityGroups, {
      unless: ({ State }) => State === 'DELETED',
      user: ({ Id }) => `MediaLive input security group ${Id}`,
    }),
  }),
  places: everyLocation,
};

/** An application that is started later answers at the load balancer of its environment. */
export const mainframeEnvironments = listingSource({
  name: 'mainframeEnvironments',
  users: 'Environments of Mainframe Modernization',
  called: 'environments of Mainframe Modernization',
  names: ['fileSystem', 'loadBalancerV2', 'securityGroup', 'vpcEndpoint'],
  reads: lists(mainframe.listEnvironments, {
    each: [
      describes(mainframe.getEnvironment, {
        by: { environmentId: 'environmentId' },
        has: 'environmentId',
        user: ({ name, status }) => `Mainframe Modernization environment ${name} (${status ?? 'state not known'})`,
      }),
    ],
  }),
});

/** A stopped one registers with its target groups when it starts. */
export const mainframeApplications = listingSource({
  name: 'mainframeApplications',
  users: 'Applications of Mainframe Modernization, also stopped ones',
  called: 'applications of Mainframe Modernization',
  names: ['loadBalancer', 'loadBalancerV2', 'logGroup', 'targetGroup'],
  reads: lists(mainframe.listApplications, {
    each: [
      describes(mainframe.getApplication, {
        by: { applicationId: 'applicationId' },
        has: 'applicationId',
        user: ({ name, status }) => `Mainframe Modernization application ${name} (${status ?? 'state not known'})`,
      }),
    ],
  }),
});
