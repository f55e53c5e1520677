import type { Cluster, ClusterState, ClusterSummary } from '@aws-sdk/client-emr';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { emr as calls } from '../../calls/emr.ts';
import { call } from '../../wire/client.ts';
import { allOf, pagesOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { type CallContext, read } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

/**
 * Every state of the API in which a cluster may launch: https://docs.aws.amazon.com/emr/latest/APIReference/API_ListClusters.html.
 * The two terminated ones are left out, in which none ever launches again and which AWS lists by the thousand, 50 a call.
 */
const MAY_LAUNCH: readonly ClusterState[] = ['STARTING', 'BOOTSTRAPPING', 'RUNNING', 'WAITING', 'TERMINATING'];

/** A cluster that scales out launches its custom image at any time, also where no instance of it runs now. */
export const emr: EvidenceSource = {
  name: 'emr',
  summary: 'EMR clusters that are not terminated, in every account, by the custom images of them and their instances.',
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
    return findInPages(clusters(target), ({ Id }) => usesOf(target, Id));
  },
};

function clusters(target: CallScope): AsyncIterable<readonly ClusterSummary[]> {
  const doing: CallContext = { target, api: calls.listClusters.api, what: 'reading EMR clusters' };
  return pagesOf(doing, async (Marker) => {
    const answer = await call(target, doing.api, async ({ emr }, options) =>
      (await emr).listClusters({ ClusterStates: [...MAY_LAUNCH], Marker }, options),
    );
    return { items: requireList(answer.Clusters, doing), nextToken: answer.Marker };
  });
}

async function usesOf(target: CallScope, id: string | undefined): Promise<readonly Finding[]> {
  if (!id) throw malformed(target, 'reading EMR clusters', 'one came without an id');
  const cluster = await describe(target, id);
  const by = `EMR cluster ${id} "${cluster.Name ?? ''}"`;
  const images = [cluster.CustomAmiId, ...(await imagesOfInstances(target, id, cluster.InstanceCollectionType))];
  return [...new Set(images)].flatMap((alias) => (alias ? [{ alias, says: 'used', by }] : []));
}

async function describe(target: CallScope, ClusterId: string): Promise<Cluster> {
  const doing: CallContext = { target, api: calls.describeCluster.api, what: `reading EMR cluster ${ClusterId}` };
  const { Cluster: found } = await read(doing, async ({ emr }, options) =>
    (await emr).describeCluster({ ClusterId }, options),
  );
  if (found) return found;
  throw malformed(target, doing.what, `the answer to ${doing.api} holds no cluster`);
}

type Images = readonly (string | undefined)[];

/** A cluster has either groups or fleets, and tells which. */
async function imagesOfInstances(target: CallScope, id: string, kind: string | undefined): Promise<Images> {
  if (kind === 'INSTANCE_FLEET') return allOf(imagesOfFleets(target, id));
  if (kind === 'INSTANCE_GROUP') return allOf(imagesOfGroups(target, id));
  const why = `it has neither instance groups nor instance fleets, but ${kind}`;
  throw malformed(target, `reading EMR cluster ${id}`, why);
}

function imagesOfGroups(target: CallScope, ClusterId: string): AsyncIterable<Images> {
  const doing: CallContext = { target, api: calls.listInstanceGroups.api, what: `reading EMR cluster ${ClusterId}` };
  return pagesOf(doing, async (Marker) => {
    const answer = await call(target, doing.api, async ({ emr }, options) =>
      (await emr).listInstanceGroups({ ClusterId, Marker }, options),
    );
    const items = requireList(answer.InstanceGroups, doing).map(({ CustomAmiId }) => CustomAmiId);
    return { items, nextToken: answer.Marker };
  });
}

function imagesOfFleets(target: CallScope, ClusterId: string): AsyncIterable<Images> {
  const doing: CallContext = { target, api: calls.listInstanceFleets.api, what: `reading EMR cluster ${ClusterId}` };
  return pagesOf(doing, async (Marker) => {
    const answer = await call(target, doing.api, async ({ emr }, options) =>
      (await emr).listInstanceFleets({ ClusterId, Marker }, options),
    );
    const items = requireList(answer.InstanceFleets, doing).flatMap(({ InstanceTypeSpecifications = [] }) =>
      InstanceTypeSpecifications.map(({ CustomAmiId }) => CustomAmiId),
    );
    return { items, nextToken: answer.Marker };
  });
}

function malformed(target: CallScope, what: string, why: string): ReadError {
  const message = `${what} in ${whereIs(target)}: ${why}, so the answer counts for nothing`;
  return new ReadError(message, { problem: 'malformed' });
}
