/** EMR as a user of security groups: it launches instances with the groups that clusters and studios name. */
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { emr } from '../../calls/emr.ts';
import { MAY_LAUNCH } from '../../resources/emrStates.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { groupsNamed } from './namedGroups.ts';

/** EMR says the groups only for each cluster alone, so this costs a call per cluster. */
export const emrClusters: EvidenceSource = {
  name: 'emrClusters',
  summary: 'EMR clusters that are not terminated, in every account, by their managed and additional security groups.',
  permissions: permissionsOf(emr.describeCluster, emr.listClusters),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const what = 'reading the security groups of EMR clusters';
    const clusters = pages(target, emr.listClusters, what, { ClusterStates: [...MAY_LAUNCH] });
    return findInPages(clusters, async ({ Id }) => {
      const operation = { target, api: emr.listClusters.api, what };
      const ClusterId = requirePart(Id || undefined, 'cluster id', operation);
      const { Cluster } = await read(target, emr.describeCluster, what, { ClusterId });
      const { Name, Ec2InstanceAttributes: of } = requirePart(Cluster, 'cluster', {
        ...operation,
        api: emr.describeCluster.api,
      });
      const { EmrManagedMasterSecurityGroup, EmrManagedSlaveSecurityGroup, ServiceAccessSecurityGroup } = of ?? {};
      const { AdditionalMasterSecurityGroups = [], AdditionalSlaveSecurityGroups = [] } = of ?? {};
      const managed = [EmrManagedMasterSecurityGroup, EmrManagedSlaveSecurityGroup, ServiceAccessSecurityGroup];
      const groups = [...managed, ...AdditionalMasterSecurityGroups, ...AdditionalSlaveSecurityGroups];
      return groupsNamed(groups, `EMR cluster ${ClusterId} "${Name ?? ''}"`);
    });
  },
};

/** A Workspace that starts gets these groups. */
export const emrStudios: EvidenceSource = {
  name: 'emrStudios',
  summary: 'EMR Studios, in every account, by the security groups of their Workspaces and engines.',
  permissions: permissionsOf(emr.describeStudio, emr.listStudios),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const what = 'reading the security groups of EMR Studios';
    return findInPages(pages(target, emr.listStudios, what), async (listed) => {
      const operation = { target, api: emr.listStudios.api, what };
      const StudioId = requirePart(listed.StudioId || undefined, 'studio id', operation);
      const answer = await read(target, emr.describeStudio, what, { StudioId });
      const studio = requirePart(answer.Studio, 'studio', { ...operation, api: emr.describeStudio.api });
      const groups = [studio.WorkspaceSecurityGroupId, studio.EngineSecurityGroupId];
      return groupsNamed(groups, `EMR Studio ${StudioId} "${studio.Name ?? ''}"`);
    });
  },
};
