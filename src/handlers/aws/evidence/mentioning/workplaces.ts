/** WorkSpaces and Elastic Beanstalk: what their next machines start with. */
import { elasticBeanstalk } from '../../calls/elasticBeanstalk.ts';
import { workSpaces } from '../../calls/workSpaces.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';
import { REGIONS } from '../listings/serviceRegions.ts';
import { whereServed } from '../listings/whereServed.ts';

const BEANSTALK = { type: 'AWS::ElasticBeanstalk::Application', regions: REGIONS.elasticBeanstalk };

/** The next WorkSpace gets the groups of its directory. */
export const workspaceDirectories = whereServed(
  { type: 'AWS::WorkSpaces::Workspace', regions: REGIONS.workSpaces },
  listingSource({
    name: 'workspaceDirectories',
    users: 'Directories of WorkSpaces in every state',
    called: 'directories of WorkSpaces',
    names: ['securityGroup'],
    reads: lists(workSpaces.describeWorkspaceDirectories, {
      user: ({ DirectoryId, DirectoryName }) => `WorkSpaces directory ${DirectoryName ?? ''} (${DirectoryId})`,
    }),
  }),
);

/** An environment launches its next instances, and is built again, with its settings. */
export const beanstalkEnvironments = whereServed(
  BEANSTALK,
  listingSource({
    name: 'beanstalkEnvironments',
    users: 'Environments of Elastic Beanstalk, by their settings',
    called: 'environments of Elastic Beanstalk',
    names: ['image', 'loadBalancerV2', 'securityGroup', 'snapshot'],
    reads: lists(elasticBeanstalk.describeEnvironments, {
      each: [
        lists(elasticBeanstalk.describeConfigurationSettings, {
          by: { ApplicationName: 'ApplicationName', EnvironmentName: 'EnvironmentName' },
          user: ({ EnvironmentName }) => `Elastic Beanstalk environment ${EnvironmentName}`,
        }),
      ],
    }),
  }),
);

/** Every environment of a custom platform launches from its image, also one that somebody makes later. */
export const customPlatforms = whereServed(
  BEANSTALK,
  listingSource({
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
  }),
);
