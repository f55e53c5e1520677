import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { emr as calls } from '../../calls/emr.ts';
import { MAY_LAUNCH } from '../../resources/emrStates.ts';
import { allOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

/** A cluster that scales out launches its custom image at any time, even without an instance of it now. */
export const emr: EvidenceSource = {
  name: 'emr',
  summary:
    'EMR clusters that are not terminated, in every account, by the custom images of the clusters and their instances.',
  permissions: permissionsOf(
    calls.describeCluster,
    calls.listClusters,
    calls.listInstanceFleets,
    calls.listInstanceGroups,
  ),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const clusters = pages(target, calls.listClusters, 'reading EMR clusters', { ClusterStates: [...MAY_LAUNCH] });
    return findInPages(clusters, ({ Id }) => usesOf(target, Id));
  },
};

async function usesOf(target: CallScope, id: string | undefined): Promise<readonly Finding[]> {
  if (!id) throw malformed(target, 'reading EMR clusters', 'one came without an id');
  const what = `reading EMR cluster ${id}`;
  const { Cluster: cluster } = await read(target, calls.describeCluster, what, { ClusterId: id });
  if (!cluster) throw malformed(target, what, `the answer to ${calls.describeCluster.api} has no cluster`);
  const by = `EMR cluster ${id} "${cluster.Name ?? ''}"`;
  const images = [cluster.CustomAmiId, ...(await imagesOfInstances(target, id, cluster.InstanceCollectionType))];
  return [...new Set(images)].flatMap((alias) => (alias ? [{ alias, says: 'used', by }] : []));
}

type Images = readonly (string | undefined)[];

/** A cluster has either groups or fleets; its description says which. */
async function imagesOfInstances(target: CallScope, ClusterId: string, kind: string | undefined): Promise<Images> {
  const what = `reading EMR cluster ${ClusterId}`;
  switch (kind) {
    case 'INSTANCE_FLEET': {
      const fleets = await allOf(pages(target, calls.listInstanceFleets, what, { ClusterId }));
      const types = fleets.flatMap(({ InstanceTypeSpecifications = [] }) => InstanceTypeSpecifications);
      return types.map(({ CustomAmiId }) => CustomAmiId);
    }
    case 'INSTANCE_GROUP': {
      const groups = await allOf(pages(target, calls.listInstanceGroups, what, { ClusterId }));
      return groups.map(({ CustomAmiId }) => CustomAmiId);
    }
    default:
      throw malformed(target, what, `it has neither instance groups nor instance fleets, but ${kind}`);
  }
}

function malformed(target: CallScope, what: string, why: string): ReadError {
  const message = `${what} in ${whereIs(target)}: ${why}, so Holystone ignores the answer`;
  return new ReadError(message, { problem: 'malformed' });
}
