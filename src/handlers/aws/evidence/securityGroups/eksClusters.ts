import type { Finding } from '../../../../core/common/finding.ts';
import { collecting, type Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { groupsNamed } from './namedGroups.ts';

/** EKS gives the groups of a cluster to the interfaces of its control plane and to nodes that it launches later. */
export const eksClusters: EvidenceSource = {
  name: 'eksClusters',
  summary:
    'EKS clusters and their managed node groups, in every status, in every account: by the groups of the cluster, the one that EKS made for it, and those of remote access to nodes.',
  permissions: permissionsOf(eks.describeCluster, eks.describeNodegroup, eks.listClusters, eks.listNodegroups),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of pages(target, eks.listClusters, 'reading EKS clusters')) {
        for (const name of page) {
          await found.attempt(() => unlessGone(readCluster(target, name, found)));
          await found.attempt(() => unlessGone(readNodegroups(target, name, found)));
        }
      }
    });
  },
};

async function readCluster(target: CallScope, name: string, found: Found): Promise<void> {
  const what = `reading the security groups of EKS cluster ${name}`;
  const { api } = eks.describeCluster;
  const answer = await read(target, eks.describeCluster, what, { name });
  const { status, resourcesVpcConfig } = requirePart(answer.cluster, 'cluster', { target, api, what });
  const { securityGroupIds = [], clusterSecurityGroupId } = resourcesVpcConfig ?? {};
  const by = `EKS cluster ${name} (${status ?? 'status not known'})`;
  found.add(groupsNamed([...securityGroupIds, clusterSecurityGroupId], by));
}

async function readNodegroups(target: CallScope, clusterName: string, found: Found): Promise<void> {
  const what = `reading node groups of EKS cluster ${clusterName}`;
  const names = pages(target, eks.listNodegroups, what, { clusterName });
  await found.inPages(names, async (nodegroupName) => {
    const uses: Finding[] = [];
    const reading = async () => void uses.push(...(await usesBy(target, clusterName, nodegroupName)));
    await unlessGone(reading());
    return uses;
  });
}

async function usesBy(target: CallScope, clusterName: string, nodegroupName: string): Promise<readonly Finding[]> {
  const what = `reading the security groups of EKS node group ${clusterName}/${nodegroupName}`;
  const { api } = eks.describeNodegroup;
  const answer = await read(target, eks.describeNodegroup, what, { clusterName, nodegroupName });
  const { status, remoteAccess, resources } = requirePart(answer.nodegroup, 'node group', { target, api, what });
  const groups = [...(remoteAccess?.sourceSecurityGroups ?? []), resources?.remoteAccessSecurityGroup];
  return groupsNamed(groups, `EKS node group ${clusterName}/${nodegroupName} (${status ?? 'status not known'})`);
}
