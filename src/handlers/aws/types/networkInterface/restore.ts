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
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';

/** Makes one with the same addresses, groups and tags, under another id; nothing else than its old id names it. */
export async function restoreInterface(
  { restorer, stored }: Wanted,
  now: Read<unknown> | undefined,
): Promise<Restoring> {
  if (now?.kind === 'found') return isThere(stored.id);
  const old = stored.definition as NetworkInterface;
  if (!old.SubnetId) return refused('the definition names no subnet');
  const input = creating(old);
  const afterwards = stepsAfter(old);
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes a network interface like ${stored.id} in ${old.SubnetId}, under another id`,
        command: awsJsonCommand(restorer, 'ec2 create-network-interface', input),
      },
    ],
    afterwards: afterwards('$ID', restorer),
    async run() {
      let id = '';
      const what = `making network interface ${stored.id} again`;
      const done = await restoreBy(restorer, ec2.createNetworkInterface.api, what, async () => {
        const answer = await send(restorer, ec2.createNetworkInterface, input);
        id = answer.NetworkInterface?.NetworkInterfaceId ?? '';
        return requestIdOf(answer);
      });
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: afterwards(id, restorer) };
    },
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html */
function creating(old: NetworkInterface): CreateNetworkInterfaceRequest {
  const tags = fromTags(toTags(old.TagSet)).filter(({ Key }) => !Key.startsWith('aws:'));
  const groups = (old.Groups ?? []).flatMap(({ GroupId }) => GroupId ?? []);
  const addresses = (old.PrivateIpAddresses ?? []).map(({ Primary, PrivateIpAddress }) => ({
    Primary,
    PrivateIpAddress,
  }));
  const ipv6 = (old.Ipv6Addresses ?? []).map(({ Ipv6Address }) => ({ Ipv6Address }));
  const type = old.InterfaceType === 'interface' ? undefined : (old.InterfaceType as NetworkInterfaceCreationType);
  return {
    SubnetId: old.SubnetId,
    ...defined({
      Description: old.Description || undefined,
      // A list of addresses and a single one exclude each other.
      PrivateIpAddresses: addresses.length > 1 ? addresses : undefined,
      PrivateIpAddress: addresses.length > 1 ? undefined : old.PrivateIpAddress,
      Ipv6Addresses: ipv6.length > 0 ? ipv6 : undefined,
      Groups: groups.length > 0 ? groups : undefined,
      InterfaceType: type,
      TagSpecifications: tags.length > 0 ? [{ ResourceType: 'network-interface' as const, Tags: tags }] : undefined,
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
