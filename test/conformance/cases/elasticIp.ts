/** An account's Elastic IP addresses, each named after its user. */
import { AllocateAddressCommand, AssociateAddressCommand } from '@aws-sdk/client-ec2';
import { ChangeResourceRecordSetsCommand, CreateHostedZoneCommand } from '@aws-sdk/client-route-53';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { anInstance } from '../seed.ts';
import type { World } from '../world.ts';
import { imageOf } from './volume.ts';

interface AddressCase extends Case {
  /** Makes its user. */
  use?(world: World, address: { readonly id: string; readonly ip: string }): Promise<unknown>;
}

const ADDRESS_CASES: readonly AddressCase[] = [
  {
    name: 'of nothing',
    kinds: [],
    // AWS does not date it, and a plan without a Redis has never seen it before.
    keptBy: 'it has no readable creation date',
    custodian: 'It does not ask for how long it has been there.',
  },
  { name: 'of an instance', kinds: ['addressAssociations'], use: (world, { id }) => associate(world, id) },
  {
    name: 'of a record',
    kinds: ['recordSets'],
    use: (world, { ip }) => record(world, ip),
    custodian: 'It does not look into Route 53.',
  },
];

export const elasticIp: TypeCases = {
  cases: ADDRESS_CASES,
  async make(world, attempt) {
    for (const { name, use } of ADDRESS_CASES) {
      await attempt(name, async () => {
        const id = await anAddress(world, name);
        await use?.(world, id);
      });
    }
  },
  one: { make: async (world, name) => (await anAddress(world, name)).id, nowhere: 'eipalloc-0123456789abcdef0' },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off',
  custodian: {
    policy: `resource: aws.elastic-ip
    filters:
      - AssociationId: absent`,
    nameOf: nameTag,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Elastic IP addresses',
    one: 'Elastic IP address',
    note: 'Custodian has no `unused` for addresses; here it selects those without an association.',
  },
};

async function anAddress({ ec2 }: World, Name: string): Promise<{ readonly id: string; readonly ip: string }> {
  const TagSpecifications = [{ ResourceType: 'elastic-ip' as const, Tags: [{ Key: 'Name', Value: Name }] }];
  const made = await ec2.send(new AllocateAddressCommand({ Domain: 'vpc', TagSpecifications }));
  return { id: made.AllocationId ?? '', ip: made.PublicIp ?? '' };
}

async function associate(world: World, AllocationId: string): Promise<void> {
  const InstanceId = await anInstance(world, await imageOf(world));
  await world.ec2.send(new AssociateAddressCommand({ AllocationId, InstanceId }));
}

async function record({ route53 }: World, Value: string): Promise<void> {
  const zone = await route53.send(new CreateHostedZoneCommand({ Name: 'example.com', CallerReference: 'addresses' }));
  const ResourceRecordSet = { Name: 'www.example.com', Type: 'A' as const, TTL: 60, ResourceRecords: [{ Value }] };
  const ChangeBatch = { Changes: [{ Action: 'CREATE' as const, ResourceRecordSet }] };
  await route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId: zone.HostedZone?.Id, ChangeBatch }));
}
