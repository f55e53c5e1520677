/** What the objects of the configuration's clusters say about things outside the cluster: ids, addresses, hosts. */
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import { collecting } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { discover, type ServedKind } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { WORKLOADS } from '../calls/workloads.ts';
import { isListed, kindText } from '../objects/groupKind.ts';
import { hasOnlyFigures } from '../objects/mayName.ts';
import { mayRefer } from '../objects/refersTo.ts';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { everyCluster, provenCluster } from './provenCluster.ts';

/** What somebody applied before. */
const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * @param usesOf the uses of whatever an object says
 *   and whether it is a workload, whose images `podImages` reads
 * @returns a source of every object but Secrets and those that Kubernetes itself makes
 */
export function clusterObjects(
  usesOf: (content: unknown, by: string, isWorkload: boolean) => readonly Finding[],
): EvidenceSource {
  return {
    name: 'clusterObjects',
    summary:
      'Objects of every kind in the clusters of the configuration, by the ids, addresses, hosts and images that they name, or that a controller found for them (`status`): volumes, node classes, bindings of target groups, workflows, custom resources; of workloads without their images; Secrets are not read.',
    permissions: ['kubernetes:GetClusterId', 'kubernetes:GetKinds', 'kubernetes:ListObjects'],
    per: 'location',
    provider: 'kubernetes',
    affectsOtherAccounts: true,
    places: everyCluster,
    async read(place, scope, _candidates, io) {
      const target = await provenCluster(place, scope, io);
      const { account } = target;
      const { kinds, unread } = await discover(target);
      // Thousands of Pods say the same: one user of each says enough.
      const reported = new Set<string>();
      return collecting(async (found) => {
        for (const [group, why] of unread) {
          if (hasOnlyFigures(group)) continue;
          await found.attempt(async () => {
            throw malformed(`reading the objects of ${group}`, account.name, why);
          });
        }
        for (const kind of kinds.filter((one) => isAsked(one) && !unread.has(one.group))) {
          await found.attempt(async () => {
            for (const object of await listed(target, kind)) {
              const uses = usesOf(contentOf(kind, object), byOf(kind, object, account), isWorkload(kind)).filter(
                ({ alias }) => !reported.has(alias),
              );
              found.add(uses);
              for (const { alias } of uses) reported.add(alias);
            }
          });
        }
      });
    },
  };
}

/** Secrets say what they say to those who may read them: listing them would take the right to all of them. */
function isAsked(kind: ServedKind): boolean {
  return kind.verbs.includes('list') && isListed(kind) && kindText(kind) !== 'Secret';
}

function isWorkload(kind: ServedKind): boolean {
  return WORKLOADS.some((one) => one.group === kind.group && one.kind === kind.kind);
}

function listed(target: CallScope, kind: ServedKind): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return listObjects(target, { kind, ...(mayRefer(kind) ? {} : { isMetadataOnly: true }) });
}

function byOf(kind: ServedKind, { metadata }: Readonly<Record<string, unknown>>, { name: cluster }: Account): string {
  const { name = '', namespace } = (metadata ?? {}) as { readonly name?: string; readonly namespace?: string };
  return `${kindText(kind)} ${namespace === undefined ? name : `${namespace}/${name}`} in cluster ${cluster}`;
}

/** What of a status is no use: podImages reads which images a Pod runs; a node lists what it pulled for Pods that are gone. */
const NO_USES: Readonly<Record<string, RegExp>> = { Node: /^images$/, Pod: /^/ };

/** Without what somebody applied before. What a controller found is used: a pool of nodes that is empty has its image only there. */
function contentOf(kind: ServedKind, { status, metadata, ...others }: Readonly<Record<string, unknown>>): object {
  const { managedFields: _managed, annotations, ...named } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...others,
    status: without(status, (key) => NO_USES[kindText(kind)]?.test(key) ?? false),
    metadata: { ...named, annotations: without(annotations, (key) => key === APPLIED) },
  };
}

function without(members: unknown, isLeftOut: (key: string) => boolean): object {
  return Object.fromEntries(Object.entries((members ?? {}) as object).filter(([key]) => !isLeftOut(key)));
}
