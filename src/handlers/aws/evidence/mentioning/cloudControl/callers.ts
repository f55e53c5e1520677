/** What calls, queries or names a host of ours from a service outside of the VPC, read as types of Cloud Control. */
import { everyAccountOnce } from '../../../wire/places.ts';
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** What a name or a URL may lead to. */
const HOSTS = ['cache', 'dbInstance', 'elasticIp', 'loadBalancer', 'loadBalancerV2'] as const;

/** The last part of an ARN: `arn:aws:amplify:us-east-1:111111111111:apps/d1a2b3`. */
const lastOf = (arn: string) => arn.slice(arn.lastIndexOf('/') + 1);

/** A rewrite passes requests on to any URL; its builds and its server get the variables and the build specification. */
export const amplifyApps = controlled({
  name: 'amplifyApps',
  type: 'AWS::Amplify::App',
  users: 'Apps of Amplify Hosting, by their rewrites, variables and build specifications',
  user: 'Amplify app',
  names: ['texts'],
  rights: ['amplify:GetApp', 'amplify:ListApps', 'amplify:ListTagsForResource'],
  regions: REGIONS.amplify,
});

/** Its builds get its own variables and build specification, too. */
export const amplifyBranches = controlled({
  name: 'amplifyBranches',
  type: 'AWS::Amplify::Branch',
  users: 'Branches of apps of Amplify Hosting, by their variables and build specifications',
  user: 'Amplify branch',
  names: ['texts'],
  under: { type: 'AWS::Amplify::App' },
  model: (app) => ({ AppId: lastOf(app) }),
  rights: [
    'amplify:GetApp',
    'amplify:GetBranch',
    'amplify:ListApps',
    'amplify:ListBranches',
    'amplify:ListTagsForResource',
  ],
  regions: REGIONS.amplify,
});

/** Its resolvers read these variables. */
export const graphApis = controlled({
  name: 'graphApis',
  type: 'AWS::AppSync::GraphQLApi',
  users: 'GraphQL APIs of AppSync, by their variables',
  user: 'AppSync API',
  names: ['texts'],
  rights: [
    'appsync:GetGraphqlApi',
    'appsync:GetGraphqlApiEnvironmentVariables',
    'appsync:ListGraphqlApis',
    'appsync:ListTagsForResource',
  ],
  regions: REGIONS.appSync,
});

/** A query reads the table, or calls the URL, when somebody sends it. */
export const graphSources = controlled({
  name: 'graphSources',
  type: 'AWS::AppSync::DataSource',
  users: 'Data sources of AppSync, by their tables and URLs',
  user: 'AppSync data source',
  names: [...HOSTS, 'dbCluster', 'table'],
  under: { type: 'AWS::AppSync::GraphQLApi' },
  model: (api) => ({ ApiId: lastOf(api) }),
  rights: ['appsync:GetDataSource', 'appsync:GetGraphqlApi', 'appsync:ListDataSources', 'appsync:ListGraphqlApis'],
  regions: REGIONS.appSync,
});

/** A topic calls the URL with each message, which may be one a year. One that is not confirmed gets none, and has no ARN. */
export const topicSubscriptions = controlled({
  name: 'topicSubscriptions',
  type: 'AWS::SNS::Subscription',
  users: 'Subscriptions of SNS, by the URLs that they call',
  user: 'SNS subscription',
  names: HOSTS,
  unless: /^(?:PendingConfirmation|Deleted)$/,
  rights: ['sns:GetSubscriptionAttributes', 'sns:ListSubscriptions'],
});

/** Who looks a name up gets the load balancer, the address or the host behind it, and whatever else its attributes say. */
export const cloudMapInstances = controlled({
  name: 'cloudMapInstances',
  type: 'AWS::ServiceDiscovery::Instance',
  users: 'Instances of Cloud Map, by what their names lead to',
  user: 'Cloud Map instance',
  names: [...HOSTS, 'instance', 'texts'],
  under: { type: 'AWS::ServiceDiscovery::Service' },
  model: (ServiceId) => ({ ServiceId }),
  rights: [
    'servicediscovery:GetInstance',
    'servicediscovery:GetService',
    'servicediscovery:GetServiceAttributes',
    'servicediscovery:ListInstances',
    'servicediscovery:ListServices',
    'servicediscovery:ListTagsForResource',
  ],
});

/** "Domain-related operations are only available in us-east-1": https://docs.aws.amazon.com/lightsail/latest/userguide/understanding-dns-in-amazon-lightsail.html */
export const lightsailDomains = controlled({
  name: 'lightsailDomains',
  type: 'AWS::Lightsail::Domain',
  users: 'DNS zones of Lightsail, by the targets of their records',
  user: 'Lightsail DNS zone',
  names: HOSTS,
  rights: ['lightsail:GetDomain', 'lightsail:GetDomains'],
  regions: ['us-east-1'],
  places: everyAccountOnce,
});

/** Programs read it as they read a plain parameter; any version may be deployed. */
export const hostedConfigurations = controlled({
  name: 'hostedConfigurations',
  type: 'AWS::AppConfig::HostedConfigurationVersion',
  users: 'Hosted configurations of AppConfig, in all versions',
  user: 'AppConfig configuration',
  names: ['texts'],
  under: {
    type: 'AWS::AppConfig::ConfigurationProfile',
    under: { type: 'AWS::AppConfig::Application' },
    model: (ApplicationId) => ({ ApplicationId }),
  },
  model(profile) {
    const [ApplicationId, ConfigurationProfileId] = profile.split('|');
    return { ApplicationId, ConfigurationProfileId };
  },
  rights: [
    'appconfig:GetApplication',
    'appconfig:GetConfigurationProfile',
    'appconfig:GetHostedConfigurationVersion',
    'appconfig:ListApplications',
    'appconfig:ListConfigurationProfiles',
    'appconfig:ListHostedConfigurationVersions',
    'appconfig:ListTagsForResource',
  ],
});
