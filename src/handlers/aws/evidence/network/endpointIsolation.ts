import type { NetworkInterface, SecurityGroup, Subnet } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { privateNamesIn } from '../../resources/vpcEndpoint.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { WaysOut } from './waysOut.ts';

interface Despite {
  readonly despiteIsolation: boolean;
}

/**
 * An endpoint with private DNS answers to the usual name of its service in the whole VPC. Where it is the only way there, what runs in
 * the VPC would hang at its next request, which may come once a year: a key for a restart, a login for a repair. An interface in a
 * subnet whose table has no route elsewhere has no other way, nor has one whose groups let nothing out to where the route leads. A shared VPC
 * has interfaces in several accounts.
 */
export const endpointIsolation: EvidenceSource<Despite> = {
  name: 'endpointIsolation',
  summary:
    'Network interfaces in use in the VPC of an endpoint with private DNS, from whose subnets no route leads to a public NAT gateway, a transit gateway or another way out, or whose security groups or network access lists do not let it be used: it is their only way to the service. So is it for whatever names such a subnet or such a group, also where nothing runs there now. A service of another account has no other way at all. With `despiteIsolation` the interfaces are told, and nothing of it is a use.',
  permissions: permissionsOf(
    ec2.describeNatGateways,
    ec2.describeNetworkAcls,
    ec2.describeNetworkInterfaces,
    ec2.describeRouteTables,
    ec2.describeSecurityGroups,
    ec2.describeSubnets,
  ),
  per: 'location',
  places: everyAccount,
  variant: ({ parameters: { despiteIsolation } }) => String(despiteIsolation),
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const says = scope.parameters.despiteIsolation ? 'quiet' : 'used';
    return collecting(async (found) => {
      const ways = await waysOut(target);
      if (says === 'used') {
        const subnets = pages(target, ec2.describeSubnets, 'reading subnets of VPCs with endpoints');
        await found.inPages(subnets, (one) => leadingFrom(one, ways));
        await found.inAll(ways.strictGroups(), leadingFromGroup);
      }
      const told = new Set<string>();
      const interfaces = pages(target, ec2.describeNetworkInterfaces, 'reading who is in VPCs with endpoints');
      await found.inPages(interfaces, (one) =>
        aliasesOf(one, ways).flatMap((alias): readonly Finding[] => {
          // One for each VPC says enough.
          if (told.has(alias)) return [];
          told.add(alias);
          const by = `${one.InterfaceType ?? 'network interface'} ${one.NetworkInterfaceId ?? 'without id'} in ${one.SubnetId ?? 'an unnamed subnet'}`;
          return [
            { alias, says, by: says === 'used' ? `${by} has no other way to it` : `${by} would have no way to it` },
          ];
        }),
      );
    });
  },
};

/** Interfaces of things that are asked, and ask nobody: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_NetworkInterface.html */
const ASKS_NOBODY: ReadonlySet<string | undefined> = new Set([
  'gateway_load_balancer',
  'gateway_load_balancer_endpoint',
  'nat_gateway',
  'network_load_balancer',
  'vpc_endpoint',
]);

/**
 * What is in a subnet only now and then has no interface in between: a build, a group at zero, a function that nobody called for weeks
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html: "Lambda reclaims its network interfaces"). Whoever names the
 * subnet uses what is the only way from there. Beside a route to an internet gateway that is so without a public address, and what
 * starts there has one or not by its own template, whatever `MapPublicIpOnLaunch` says of the subnet
 * (`AssociatePublicIpAddress`: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateLaunchConfiguration.html).
 * @throws ReadError
 */
function leadingFrom({ SubnetId: id, VpcId: vpc }: Subnet, ways: WaysOut): readonly Finding[] {
  if (!id || !vpc) throw new ReadError('a subnet came without its id or its VPC', { problem: 'malformed' });
  const at = { SubnetId: id, VpcId: vpc };
  const isPublic = ways.haveWayOutOf(at, true);
  return namesNeeded(vpc, ways.haveWayOutOf(at, false)).map((alias) => ({
    alias,
    says: 'leadsTo',
    to: [id],
    by: `subnet ${id}, which has no other way to it${isPublic && alias === privateNamesIn(vpc, 'aws') ? ' without a public address' : ''}`,
  }));
}

/**
 * Who starts in such a group has no way out by any route, and names the group beside the subnet: a build, a function, a template.
 * @throws ReadError
 */
function leadingFromGroup({ GroupId: id, VpcId: vpc }: SecurityGroup): readonly Finding[] {
  if (!id || !vpc) throw new ReadError('a security group came without its id or its VPC', { problem: 'malformed' });
  const by = `security group ${id}, which lets nothing out to it another way`;
  return [{ alias: privateNamesIn(vpc, 'aws'), says: 'leadsTo', to: [id], by }];
}

/** The names that it may need, as endpoints carry them. @throws ReadError */
function aliasesOf(one: NetworkInterface, ways: WaysOut): readonly string[] {
  if (one.Status === 'available' || ASKS_NOBODY.has(one.InterfaceType)) return [];
  const { VpcId: vpc } = one;
  if (!vpc) throw new ReadError('a network interface came without its VPC', { problem: 'malformed' });
  return namesNeeded(vpc, ways.haveWayOut(one));
}

function namesNeeded(vpc: string, haveWayOut: boolean): readonly string[] {
  return haveWayOut ? [privateNamesIn(vpc, 'all')] : [privateNamesIn(vpc, 'all'), privateNamesIn(vpc, 'aws')];
}

/** @throws ReadError */
async function waysOut(target: CallScope): Promise<WaysOut> {
  const ways = new WaysOut();
  for await (const page of pages(target, ec2.describeRouteTables, 'reading ways out of VPCs')) ways.addTables(page);
  for await (const page of pages(target, ec2.describeNetworkAcls, 'reading network access lists')) ways.addLists(page);
  for await (const page of pages(target, ec2.describeNatGateways, 'reading NAT gateways')) ways.addGateways(page);
  for await (const page of pages(target, ec2.describeSecurityGroups, 'reading what groups let out'))
    ways.addGroups(page);
  return ways;
}
