/** Addresses in AWS's own web console. */
import type { ProviderPage } from '../../contract/providerPage.ts';
import { partitionOf } from '../wire/partition.ts';

/** The consoles that people reach without a private network; the isolated partitions have no public address. */
const DOMAINS: Readonly<Record<string, string>> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

/**
 * The page of a resource in the console of EC2, which also has those of Auto Scaling and Elastic Load Balancing.
 * @param view as the console's own links have it, up to the id: `ImageDetails:imageId=`
 */
export function ec2Page(view: string): NonNullable<ProviderPage['pageOf']> {
  return (id, location) => {
    const domain = DOMAINS[partitionOf(location)];
    // The location is the name of a host: another character than those of a region makes no link.
    if (domain === undefined || !/^[a-z0-9-]+$/.test(location)) return undefined;
    return `https://${location}.${domain}/ec2/home?region=${location}#${view}${encodeURIComponent(id)}`;
  };
}
