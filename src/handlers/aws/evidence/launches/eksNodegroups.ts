import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { namedIn, templateReference } from './launchReference.ts';

/**
 * A node group counts in every status, also during creation and deletion. It is updated from versions of its template
 * (https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html), and is degraded without it
 * (`Ec2LaunchTemplateNotFound`: https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html).
 */
export const eksNodegroups: EvidenceSource = {
  name: 'eksNodegroups',
  summary: 'Managed node groups of EKS clusters, in every status, by their launch template.',
  permissions: permissionsOf(eks.describeNodegroup, eks.listClusters, eks.listNodegroups),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      // Excludes clusters that are only connected to EKS and run elsewhere: they have no node groups.
      for await (const page of pages(target, eks.listClusters, 'reading EKS clusters')) {
        for (const clusterName of page) {
          const what = `reading node groups of EKS cluster ${clusterName}`;
          const names = pages(target, eks.listNodegroups, what, { clusterName });
          await found.attempt(() => found.inPages(names, (name) => usesOf(target, clusterName, name)));
        }
      }
    });
  },
};

/** A node group created without a template has one made by EKS; its tags show this. */
async function usesOf(target: CallScope, clusterName: string, nodegroupName: string): Promise<readonly Finding[]> {
  const what = `reading EKS node group ${clusterName}/${nodegroupName}`;
  const { nodegroup } = await read(target, eks.describeNodegroup, what, { clusterName, nodegroupName });
  const operation = { target, api: eks.describeNodegroup.api, what };
  const { launchTemplate, status = 'status not known' } = requirePart(nodegroup, 'node group', operation);
  if (!launchTemplate) return [];
  const user = `EKS node group ${clusterName}/${nodegroupName} (${status})`;
  const { id: LaunchTemplateId, name: LaunchTemplateName, version: Version } = launchTemplate;
  return namedIn(user, templateReference(user, { LaunchTemplateId, LaunchTemplateName, Version }));
}
