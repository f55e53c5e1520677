/** Network interfaces as users of security groups: EC2 refuses to delete a group while one has it. */
import type { NetworkInterface } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import { BalancerArns } from '../../resources/balancerArns.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';

/** A group may be shared with other accounts of the organisation, whose interfaces then have it. */
export const groupInterfaces = placeSource({
  name: 'groupInterfaces',
  summary:
    'Network interfaces in every state, by their security groups; for an interface of a load balancer also the load balancer.',
  calls: [ec2.describeNetworkInterfaces, elbV2.describeLoadBalancers],
  places: everyAccount,
  async find(target, found) {
    const key = `aws/${target.account.name}/${target.region}/balancerArns`;
    const balancers = target.io.clients.get(key, () => new BalancerArns());
    await found.attempt(() => balancers.read(target));
    const what = 'reading the security groups of network interfaces';
    const interfaces = pages(target, ec2.describeNetworkInterfaces, what);
    const arnOf = (path: string) => balancers.arnOf(path, target);
    await found.inPages(interfaces, (one) => usesBy(one, arnOf));
    await balancers.store(target);
  },
});

type ArnOf = (path: string) => Promise<string | undefined>;

async function usesBy(one: NetworkInterface, arnOf: ArnOf): Promise<readonly Finding[]> {
  const { NetworkInterfaceId: id, Description: description = '', Status: status, Groups = [] } = one;
  if (!id) throw new ReadError('a network interface came without its id', { problem: 'malformed' });
  const by = `network interface ${id} (${[status ?? 'state not known', description].filter(Boolean).join(', ')})`;
  if (Groups.length === 0) return [];
  const made = await madeBy(id, description, arnOf);
  return Groups.map(({ GroupId: alias }) => {
    if (!alias) throw new ReadError(`${by} came with a group without id`, { problem: 'malformed' });
    return unshareStrings<Finding>({ alias, says: 'used', by, ...made });
  });
}

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-troubleshooting.html and the classic guide. */
const OF_BALANCER = /^ELB (?:(?<path>(?:app|net)\/[^/]+\/\w+)|(?<name>[A-Za-z0-9-]+))$/;

/** The resource whose deletion ends the use; absent for a load balancer whose ARN no listing ever showed. */
async function madeBy(id: string, description: string, arnOf: ArnOf): Promise<Pick<Finding, 'byId' | 'byType'>> {
  const { path, name } = OF_BALANCER.exec(description)?.groups ?? {};
  if (name !== undefined) return { byId: name, byType: 'loadBalancer' };
  if (path === undefined) return { byId: id, byType: 'networkInterface' };
  const arn = await arnOf(path);
  return arn === undefined ? {} : { byId: arn, byType: 'loadBalancerV2' };
}
