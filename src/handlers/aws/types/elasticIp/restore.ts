import type { Address, AllocateAddressRequest } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';

/**
 * Allocates the same address, under another id. "After you release an Elastic IP address, you might be able to recover
 * it", unless it "has been allocated to another AWS account":
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-instance-addressing-eips-releasing.html
 */
export async function restoreAddress({ restorer, stored }: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  if (now?.kind === 'found') return isThere(stored.id);
  const { PublicIp, ...address } = stored.definition as Address;
  if (!PublicIp) return refused('the definition names no address');
  const input = creating(PublicIp, address);
  return {
    kind: 'ready',
    steps: [
      {
        says: `allocates ${PublicIp} again, under another allocation id, if AWS has not given it away`,
        command: awsJsonCommand(restorer, 'ec2 allocate-address', input),
      },
    ],
    afterwards: [],
    async run() {
      let id = '';
      const done = await restoreBy(restorer, ec2.allocateAddress.api, `allocating ${PublicIp} again`, async () => {
        const answer = await send(restorer, ec2.allocateAddress, input);
        id = answer.AllocationId ?? '';
        return requestIdOf(answer);
      });
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AllocateAddress.html */
function creating(address: string, { NetworkBorderGroup, Tags }: Omit<Address, 'PublicIp'>): AllocateAddressRequest {
  const tags = fromTags(toTags(Tags)).filter(({ Key }) => !Key.startsWith('aws:'));
  return defined({
    Domain: 'vpc' as const,
    Address: address,
    NetworkBorderGroup,
    TagSpecifications: tags.length > 0 ? [{ ResourceType: 'elastic-ip' as const, Tags: tags }] : undefined,
  });
}
