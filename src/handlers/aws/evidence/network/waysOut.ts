/** What lets somebody in a VPC reach a public service without its endpoint: a route, the lists of the subnet, and groups. Pure. */
import type {
  IpPermission,
  NatGateway,
  NetworkAcl,
  NetworkAclEntry,
  NetworkInterface,
  Route,
  RouteTable,
  SecurityGroup,
} from '@aws-sdk/client-ec2';

const EVERYWHERE = '0.0.0.0/0';
const HTTPS = 443;
/**
 * Where endpoints of AWS answer besides: mail of SES (https://docs.aws.amazon.com/ses/latest/dg/smtp-connect.html), MQTT of IoT Core
 * (https://docs.aws.amazon.com/iot/latest/developerguide/protocols.html) and Keyspaces
 * (https://docs.aws.amazon.com/keyspaces/latest/devguide/vpc-endpoints.html).
 */
const PORTS: readonly number[] = [HTTPS, 25, 465, 587, 2465, 2587, 8883, 9142];
/** One of those that every system has its answers sent to: https://docs.aws.amazon.com/vpc/latest/userguide/custom-network-acl.html */
const EPHEMERAL = 50_000;

/** Those of one account and region, by subnet, and by VPC for the subnets that have none of their own. */
class BySubnet<T> {
  readonly #bySubnet = new Map<string, T>();
  readonly #byVpc = new Map<string, T>();

  add(one: T, VpcId: string | undefined, isOfVpc: boolean, subnets: readonly (string | undefined)[]): void {
    for (const subnet of subnets) if (subnet) this.#bySubnet.set(subnet, one);
    if (isOfVpc && VpcId) this.#byVpc.set(VpcId, one);
  }

  of({ SubnetId = '', VpcId = '' }: Place): T | undefined {
    return this.#bySubnet.get(SubnetId) ?? this.#byVpc.get(VpcId);
  }
}

type Place = Pick<NetworkInterface, 'SubnetId' | 'VpcId'>;

/** What is not shown is no way. */
export class WaysOut {
  readonly #tables = new BySubnet<RouteTable>();
  readonly #lists = new BySubnet<NetworkAcl>();
  readonly #groups = new Map<string, SecurityGroup>();
  readonly #defaultGroups = new Map<string, SecurityGroup>();
  readonly #publicGateways = new Set<string>();

  addTables(tables: readonly RouteTable[]): void {
    for (const table of tables) {
      const { Associations: all = [], VpcId } = table;
      const subnets = all.map(({ SubnetId }) => SubnetId);
      this.#tables.add(
        table,
        VpcId,
        all.some(({ Main }) => Main),
        subnets,
      );
    }
  }

  addLists(lists: readonly NetworkAcl[]): void {
    for (const list of lists) {
      const subnets = (list.Associations ?? []).map(({ SubnetId }) => SubnetId);
      this.#lists.add(list, list.VpcId, list.IsDefault === true, subnets);
    }
  }

  /** A private one reaches other networks alone: https://docs.aws.amazon.com/vpc/latest/userguide/vpc-nat-gateway.html */
  addGateways(gateways: readonly NatGateway[]): void {
    for (const { NatGatewayId: id, ConnectivityType } of gateways)
      if (id && ConnectivityType === 'public') this.#publicGateways.add(id);
  }

  addGroups(groups: readonly SecurityGroup[]): void {
    for (const group of groups) {
      if (group.GroupId) this.#groups.set(group.GroupId, group);
      if (group.GroupName === 'default' && group.VpcId) this.#defaultGroups.set(group.VpcId, group);
    }
  }

  /** Of whatever has this interface, with the rules of all its groups. */
  haveWayOut(one: NetworkInterface): boolean {
    const { Groups, Association } = one;
    if (!Groups || !this.#leadsOut(one, Association?.PublicIp !== undefined)) return false;
    const groups = Groups.map(({ GroupId = '' }) => this.#groups.get(GroupId));
    return groups.every((group) => group !== undefined) && (groups.length === 0 || !isStrict(groups));
  }

  /** Of what starts in a subnet in the default group of its VPC: others name theirs. */
  haveWayOutOf(place: Place, hasPublicAddress: boolean): boolean {
    const group = this.#defaultGroups.get(place.VpcId ?? '');
    return this.#leadsOut(place, hasPublicAddress) && !(group && isStrict([group]));
  }

  /** The groups which do not let out everywhere: of who is in one alone, no route matters. */
  strictGroups(): readonly SecurityGroup[] {
    return [...this.#groups.values()].filter((group) => isStrict([group]));
  }

  #leadsOut(place: Place, hasPublicAddress: boolean): boolean {
    const { Routes = [] } = this.#tables.of(place) ?? {};
    const { Entries = [] } = this.#lists.of(place) ?? {};
    return (
      PORTS.every(
        (port) => lets(Entries, { isEgress: true, port }) || (port !== HTTPS && !letsSomewhere(Entries, port)),
      ) &&
      lets(Entries, { isEgress: false, port: EPHEMERAL }) &&
      Routes.some((route) => this.#isWay(route, hasPublicAddress))
    );
  }

  /** A route for everything, to what leads on; an internet gateway only leads on from a public address. */
  #isWay({ DestinationCidrBlock, State, ...to }: Route, hasPublicAddress: boolean): boolean {
    if (DestinationCidrBlock !== EVERYWHERE || State !== 'active') return false;
    if (to.GatewayId?.startsWith('igw-')) return hasPublicAddress;
    if (to.NatGatewayId) return this.#publicGateways.has(to.NatGatewayId);
    const ways = [to.TransitGatewayId, to.NetworkInterfaceId, to.InstanceId, to.CoreNetworkArn, to.GatewayId];
    return ways.some((way) => way !== undefined && way !== 'local');
  }
}

/** The rule with the lowest number decides; one for a part of the addresses says nothing of a service that may have any. */
function lets(entries: readonly NetworkAclEntry[], { isEgress, port }: { isEgress: boolean; port: number }): boolean {
  const [first] = entries
    .filter((one) => one.Egress === isEgress && one.CidrBlock === EVERYWHERE && isAbout(one, port))
    .toSorted((one, other) => (one.RuleNumber ?? 0) - (other.RuleNumber ?? 0));
  return first?.RuleAction === 'allow';
}

/** Such a port is asked only within the network, perhaps at an endpoint. */
function letsSomewhere(entries: readonly NetworkAclEntry[], port: number): boolean {
  return entries.some((one) => one.Egress && one.RuleAction === 'allow' && isAbout(one, port));
}

function isAbout({ Protocol, PortRange = {} }: NetworkAclEntry, port: number): boolean {
  return covers({ IpProtocol: Protocol, FromPort: PortRange.From, ToPort: PortRange.To }, port);
}

/**
 * Do these let something out, but HTTPS not everywhere, or another port of AWS's endpoints only somewhere? Groups without any rule ask
 * nobody, the endpoint neither. A prefix list may hold anything: it counts as a part of the addresses.
 */
function isStrict(groups: readonly SecurityGroup[]): boolean {
  const rules = groups.flatMap(({ IpPermissionsEgress = [] }) => IpPermissionsEgress);
  const isOpen = (port: number) => rules.some((rule) => covers(rule, port) && letsEverywhere(rule));
  const asked = PORTS.filter((port) => rules.some((rule) => covers(rule, port)));
  return rules.length > 0 && !(isOpen(HTTPS) && asked.every(isOpen));
}

function letsEverywhere({ IpRanges = [] }: IpPermission): boolean {
  return IpRanges.some(({ CidrIp }) => CidrIp === EVERYWHERE);
}

/** Of TCP, by its name or its number. */
function covers({ IpProtocol, FromPort = 0, ToPort = 65_535 }: IpPermission, port: number): boolean {
  if (IpProtocol === '-1') return true;
  return (IpProtocol === 'tcp' || IpProtocol === '6') && FromPort <= port && port <= ToPort;
}
