/** Whose credentials the shell has, and what filters of other tools see of AWS's resources. */
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { FirstLook } from '../../contract/firstLook.ts';
import { ec2 } from '../calls/ec2.ts';
import { iam } from '../calls/iam.ts';
import { callerAccount } from '../wire/account.ts';
import { allOf } from '../wire/paging.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import { starter } from './starter.ts';

const FALLBACK_REGION = 'us-east-1';

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-region.html */
const REGION_VARIABLES = ['AWS_REGION', 'AWS_DEFAULT_REGION'];

/** What runs in a cluster is their main user, so a cluster that a look cannot ask makes them unknown; CDK's files have none there. */
const ASKING = ['cdkEcrImage', 'cdkS3Asset', 'ecrTag'];

/**
 * The filters are those of Cloud Custodian's own examples where it has one (docs/compared-with-cloud-custodian.md), else
 * what AWS's console shows as not in use.
 */
export const firstLook: FirstLook = {
  called: {
    ...{ account: 'account', location: 'region', locations: 'regions', found: 'that nothing uses' },
    unseen: 'Kubernetes clusters were not asked what they use: a configuration declares them.',
  },
  async here({ locations: wanted }, environment, io) {
    const named = REGION_VARIABLES.map((name) => environment[name]).find(Boolean);
    const region = wanted[0] ?? named ?? (await regionOfProfile()) ?? FALLBACK_REGION;
    const account: Account = { name: 'here', provider: 'aws', locations: [region], settings: {} };
    const target: CallScope = { account, accounts: [account], region, identity: 'reader', io };
    const id = await callerAccount(target);
    const [name = id] = await aliasesOf(target);
    const locations = wanted.length > 0 ? wanted : await enabledRegions(target);
    return { id, name, locations, lines: starter.accountLines(id, locations) };
  },
  entryLines(resourceType) {
    const { when, choice } = starter;
    const lines = choice?.(resourceType, []) ?? [`when: ${when(resourceType) ?? '[{ rule: unused }]'}`];
    return ASKING.includes(resourceType) ? lines : [...lines, 'evidence: { off: [undeclaredClusters] }'];
  },
  families: { cdk: ['cdkEcrImage', 'cdkS3Asset'] },
  filters: {
    autoScalingGroup: { words: 'no instances, desired capacity 0', sees: ['groupInstances'] },
    elasticIp: { words: 'not associated', sees: ['addressAssociations'] },
    image: {
      words: 'no instance and no Auto Scaling group was launched from it',
      sees: ['autoScalingGroups', 'instances', 'launchConfigurations'],
    },
    instance: { words: 'state stopped', sees: [] },
    launchConfiguration: { words: 'no Auto Scaling group has it', sees: ['autoScalingGroups'] },
    launchTemplate: { words: 'no Auto Scaling group has it', sees: ['autoScalingGroups'] },
    loadBalancer: { words: 'no instance is registered', sees: ['registeredInstances'] },
    natGateway: { words: 'no byte in CloudWatch', sees: ['gatewayTraffic'] },
    networkInterface: { words: 'status available', sees: ['interfaceAttachments'] },
    securityGroup: {
      words: 'no network interface and no rule has it',
      sees: ['groupInterfaces', 'groupRules', 'groupAssociations'],
    },
    snapshot: { words: 'no AMI has it', sees: ['imageBlockDevices'] },
    targetGroup: { words: 'no load balancer has it', sees: ['registeredTargets', 'targetGroupBalancers'] },
    volume: { words: 'state available', sees: ['instances', 'volumeAttachments'] },
    vpcEndpoint: { words: 'no byte in CloudWatch', sees: ['endpointTraffic'] },
  },
};

/** The region that `~/.aws/config` has for the profile of the shell; GovCloud and China answer in their own regions only. */
async function regionOfProfile(): Promise<string | undefined> {
  const { STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient({});
  try {
    return await client.config.region();
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
}

/** The regions that the account has not disabled. @throws ReadError */
async function enabledRegions(target: CallScope): Promise<readonly string[]> {
  const regions = await allOf(pages(target, ec2.describeRegions, 'listing the regions')).catch((error: unknown) => {
    if (error instanceof ReadError) throw new ReadError(`${error.message}; or name the regions with --region`, error);
    throw error;
  });
  const names = regions.flatMap(({ RegionName }) => RegionName ?? []).toSorted();
  if (names.length > 0) return names;
  throw new ReadError('listing the regions: the answer has none; name them with --region', { problem: 'malformed' });
}

/** Only for the name: without this right the account is called by its id. */
async function aliasesOf(target: CallScope): Promise<readonly string[]> {
  try {
    return await allOf(pages(target, iam.listAccountAliases, 'reading the name of the account'));
  } catch (error) {
    target.io.signal.throwIfAborted();
    target.io.log.debug({ why: messageOf(error) }, 'the account has no name that may be read');
    return [];
  }
}
