/** The messages to the owners of deleted clusters, and their answers; the safety rules hold beside it. */
import type { CallRecord } from '../aws/index.ts';
import type { SunkMessage } from '../mail/message.ts';
import { deletable, idsOf } from './deletableKinds.ts';
import { atOf } from './facts.ts';
import { type Intervention, ofKind } from './interventions.ts';
import { noticesIn } from './notices.ts';
import { keyOf, type SeededResource } from './truth.ts';

export interface ClusterStory {
  /** Its leftovers. */
  readonly resources: readonly SeededResource[];
  /** Its name. */
  readonly cluster: string;
}

/**
 * One message must name each leftover of the cluster, the cluster, and the savings of deleting them.
 * @returns sentences
 */
export function unmetByMails({ resources, cluster }: ClusterStory, mails: readonly SunkMessage[]): readonly string[] {
  const ids = new Set(resources.map(({ id }) => id));
  const about = mails.filter((mail) => noticesIn(mail).some(({ id }) => ids.has(id)));
  const [mail] = about;
  if (!mail || about.length > 1) return [`${about.length} messages are about cluster ${cluster}, not one`];
  const named = new Set(noticesIn(mail).map(({ id }) => id));
  const missing = resources.filter(({ id }) => !named.has(id)).map(({ name }) => name);
  return [
    ...(missing.length === 0 ? [] : [`the message about cluster ${cluster} does not name ${missing.join(', ')}`]),
    ...(mail.subject.includes(`] Cluster ${cluster} is gone, but still costs $`)
      ? []
      : [`the subject is not about cluster ${cluster}: ${mail.subject}`]),
    ...(mail.text.includes(`cluster/${cluster}`) ? [] : [`the message does not name cluster/${cluster}`]),
    ...(/saves[^.]*\d[^:]*a\s+month/.test(mail.text)
      ? []
      : [`the message does not name the costs of cluster ${cluster}`]),
  ];
}

/**
 * The interface of a deleted load balancer is in its security group: no request for the group leaves before it went,
 * so AWS never had to refuse one.
 * @param lingerMs how long such an interface stays
 * @returns sentences
 */
export function unmetByInterfaces(
  resources: readonly SeededResource[],
  lingerMs: number,
  calls: readonly CallRecord[],
): readonly string[] {
  const requestsFor = ({ type, id }: Pick<SeededResource, 'type' | 'id'>) => {
    const { deletes } = deletable(type);
    return calls.filter(
      ({ operation, input }) => operation === deletes.operation && idsOf(deletes, input).includes(id),
    );
  };
  return resources.flatMap((resource) => {
    const { type, name, after } = resource;
    if (type !== 'securityGroup' || !after) return [];
    const balancerAt = requestsFor(after).map(atOf)[0] ?? Number.POSITIVE_INFINITY;
    return requestsFor(resource)
      .filter((call) => atOf(call) < balancerAt + lingerMs)
      .map(({ status }) => `${name} was requested (${status}) while an interface of its load balancer was in it`);
  });
}

/** Each leftover of the cluster must be kept by its owner. @returns sentences */
export function unmetByOwner(
  { resources, cluster }: ClusterStory,
  interventions: readonly Intervention[],
): readonly string[] {
  const kept = new Set(
    ofKind(interventions, 'optedOut').flatMap(({ key, answer }) => (answer === 'kept' ? [key] : [])),
  );
  const lost = resources.filter((resource) => !kept.has(keyOf(resource))).map(({ name }) => name);
  return lost.length === 0 ? [] : [`the owner of cluster ${cluster} could not keep ${lost.join(', ')}`];
}
