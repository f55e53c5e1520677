import type { SecurityGroupReference } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** AWS documents no maximum for this call, and 1,000 for those that describe. */
const IDS_PER_CALL = 100;

/**
 * Rules in VPCs on the other side of a peering or a transit gateway, also of accounts that are not configured. AWS
 * deletes a group that only they name, and then they no longer allow the same traffic:
 * https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-security-groups.html
 *
 * DescribeStaleSecurityGroups says nothing about the users of a group: it lists rules of our own groups, and only those
 * that name a deleted group or one behind a deleted peering, so that no traffic depends on them.
 */
export const peeredReferences: EvidenceSource = {
  name: 'peeredReferences',
  summary:
    'VPCs on the other side of a VPC peering or a transit gateway, of any account, whose security groups name the group in a rule.',
  permissions: permissionsOf(ec2.describeSecurityGroupReferences),
  per: 'resource',
  candidatesAtOnce: IDS_PER_CALL,
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const answers = new Map<string, () => Promise<readonly SecurityGroupReference[]>>();
    for (const batch of batchesOf(candidates, IDS_PER_CALL)) {
      const ids = batch.map(({ id }) => id);
      const asking = onlyOnce(() => referencesTo(target, ids));
      for (const id of ids) answers.set(id, asking);
    }
    return findOfEach(candidates, (group) => usesOf(target, group, answers.get(group.id)));
  },
};

/** One group that vanished after the listing fails the call for all: the others are then asked about one by one. */
async function usesOf(
  target: CallScope,
  { id }: Resource,
  together: (() => Promise<readonly SecurityGroupReference[]>) | undefined,
): Promise<readonly Finding[]> {
  try {
    const found = await (together?.() ?? referencesTo(target, [id])).catch((error: unknown) => {
      if (saysNotFound(error)) return referencesTo(target, [id]);
      throw error;
    });
    return found.filter(({ GroupId }) => GroupId === id).map((reference) => useOf(id, reference));
  } catch (error) {
    if (!saysNotFound(error)) throw error;
    return [{ alias: id, says: 'unknown', by: 'it vanished while it was being read' }];
  }
}

async function referencesTo(target: CallScope, GroupId: string[]): Promise<readonly SecurityGroupReference[]> {
  const what = 'reading references to security groups from other VPCs';
  const found = await readList(target, ec2.describeSecurityGroupReferences, what, { GroupId });
  const unasked = found.find((one) => !one.GroupId || !GroupId.includes(one.GroupId));
  if (!unasked) return found;
  throw new ReadError(`${what}: one came without a group that was asked about`, { problem: 'malformed' });
}

function useOf(alias: string, { ReferencingVpcId, VpcPeeringConnectionId, TransitGatewayId }: SecurityGroupReference) {
  const over = [
    ...(VpcPeeringConnectionId ? [`VPC peering ${VpcPeeringConnectionId}`] : []),
    ...(TransitGatewayId ? [`transit gateway ${TransitGatewayId}`] : []),
  ];
  const by = `a rule in VPC ${ReferencingVpcId ?? 'without id'} (${over.join(', ') || 'connection not known'})`;
  return { alias, says: 'used', by } as const;
}

function onlyOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
