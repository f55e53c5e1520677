import type {
  CreateNetworkInterfaceRequest,
  NetworkInterface,
  NetworkInterfaceCreationType,
} from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { makingAgain, sameTags } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';

/** Makes one with the same addresses, prefixes, timeouts, groups and tags, under another id; nothing else than its old id names it. */
export async function restoreInterface(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { stored } = wanted;
  if (now?.kind === 'found') return isThere(stored.id);
  const old = stored.definition as NetworkInterface;
  if (!old.SubnetId) return refused('the definition names no subnet');
  const afterwards = stepsAfter(old);
  const what = `looking for a network interface that ${stored.id} was restored as`;
  return makingAgain(wanted, {
    call: ec2.createNetworkInterface,
    input: creating(old, stored.id),
    noun: 'network interface',
    where: `in ${old.SubnetId}`,
    idOf: ({ NetworkInterface: made }) => made?.NetworkInterfaceId,
    afterwards: (id) => afterwards(id, wanted.restorer),
    before: {
      ready: new Set(['there']),
      ended: new Set(),
      async find(filter) {
        const found = await allOf(pages(wanted.restorer, ec2.describeNetworkInterfaces, what, { Filters: [filter] }));
        return found.map(({ NetworkInterfaceId: id }) => ({ id, state: 'there' }));
      },
    },
  });
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html */
function creating(old: NetworkInterface, id: string): CreateNetworkInterfaceRequest {
  const groups = (old.Groups ?? []).flatMap(({ GroupId }) => GroupId ?? []);
  const addresses = (old.PrivateIpAddresses ?? []).map(({ Primary, PrivateIpAddress }) => ({
    Primary,
    PrivateIpAddress,
  }));
  const ipv6 = (old.Ipv6Addresses ?? []).map(({ Ipv6Address }) => ({ Ipv6Address }));
  const prefixes = (old.Ipv4Prefixes ?? []).map(({ Ipv4Prefix }) => ({ Ipv4Prefix }));
  const prefixes6 = (old.Ipv6Prefixes ?? []).map(({ Ipv6Prefix }) => ({ Ipv6Prefix }));
  const isFirst = (old.Ipv6Addresses ?? []).some(({ IsPrimaryIpv6 }) => IsPrimaryIpv6);
  const type = old.InterfaceType === 'interface' ? undefined : (old.InterfaceType as NetworkInterfaceCreationType);
  return {
    SubnetId: old.SubnetId,
    ...defined({
      Description: old.Description || undefined,
      // A list of addresses and a single one exclude each other.
      PrivateIpAddresses: addresses.length > 1 ? addresses : undefined,
      PrivateIpAddress: addresses.length > 1 ? undefined : old.PrivateIpAddress,
      Ipv6Addresses: ipv6.length > 0 ? ipv6 : undefined,
      EnablePrimaryIpv6: isFirst || undefined,
      Ipv4Prefixes: prefixes.length > 0 ? prefixes : undefined,
      Ipv6Prefixes: prefixes6.length > 0 ? prefixes6 : undefined,
      ConnectionTrackingSpecification: old.ConnectionTrackingConfiguration,
      Groups: groups.length > 0 ? groups : undefined,
      InterfaceType: type,
      TagSpecifications: sameTags('network-interface', old.TagSet, id),
    }),
  };
}

/** A new interface checks source and destination. */
function stepsAfter({ SourceDestCheck }: NetworkInterface) {
  return (NetworkInterfaceId: string, target: Wanted['restorer']): readonly RestoreStep[] => {
    if (SourceDestCheck !== false) return [];
    const input = { NetworkInterfaceId, SourceDestCheck: { Value: false } };
    const command = awsJsonCommand(target, 'ec2 modify-network-interface-attribute', input);
    return [{ says: 'switches its source/destination check off, as it was', command }];
  };
}
