import type { Nodegroup } from '@aws-sdk/client-eks';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { call } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { type CallContext, read } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { namedIn, templateReference } from './launchReference.ts';

/**
 * Whatever its status, also while it is made or deleted. It is brought up to date from versions of the template that was
 * named (https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html), and is degraded without it
 * (`Ec2LaunchTemplateNotFound`: https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html).
 */
export const eksNodegroups: EvidenceSource = {
  name: 'eksNodegroups',
  summary: 'Managed node groups of EKS clusters, in every status, by the launch template they were made with.',
  permissions: permissionsOf(eks.describeNodegroup, eks.listClusters, eks.listNodegroups),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of clusters(target)) {
        for (const cluster of page) {
          await found.attempt(() =>
            found.inPages(nodegroups(target, cluster), (name) => usesOf(target, cluster, name)),
          );
        }
      }
    });
  },
};

/** "This value can be between 1 and 100", of both listings. */
const PAGE = 100;

/** Without those that are only connected to EKS and run elsewhere: they have no node groups. */
function clusters(target: CallScope): AsyncIterable<readonly string[]> {
  const doing: CallContext = { target, api: eks.listClusters.api, what: 'reading EKS clusters' };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ eks }, options) =>
      (await eks).listClusters({ maxResults: PAGE, nextToken }, options),
    );
    return { items: requireList(answer.clusters, doing), nextToken: answer.nextToken };
  });
}

function nodegroups(target: CallScope, clusterName: string): AsyncIterable<readonly string[]> {
  const doing: CallContext = {
    target,
    api: eks.listNodegroups.api,
    what: `reading node groups of EKS cluster ${clusterName}`,
  };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ eks }, options) =>
      (await eks).listNodegroups({ clusterName, maxResults: PAGE, nextToken }, options),
    );
    return { items: requireList(answer.nodegroups, doing), nextToken: answer.nextToken };
  });
}

/** One made without a template has one that EKS made, which says so by its tags. */
async function usesOf(target: CallScope, cluster: string, name: string): Promise<readonly Finding[]> {
  const { launchTemplate, status } = await describe(target, cluster, name);
  if (!launchTemplate) return [];
  const user = `EKS node group ${cluster}/${name} (${status ?? 'status not known'})`;
  const { id: LaunchTemplateId, name: LaunchTemplateName, version: Version } = launchTemplate;
  return namedIn(user, templateReference(user, { LaunchTemplateId, LaunchTemplateName, Version }));
}

async function describe(target: CallScope, clusterName: string, nodegroupName: string): Promise<Nodegroup> {
  const what = `reading EKS node group ${clusterName}/${nodegroupName}`;
  const doing: CallContext = { target, api: eks.describeNodegroup.api, what };
  const { nodegroup } = await read(doing, async ({ eks }, options) =>
    (await eks).describeNodegroup({ clusterName, nodegroupName }, options),
  );
  if (nodegroup) return nodegroup;
  const message = `${what} in ${whereIs(target)}: the answer to ${doing.api} holds no node group`;
  throw new ReadError(message, { problem: 'malformed' });
}
