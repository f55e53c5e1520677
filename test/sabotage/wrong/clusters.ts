/** Law 1: the proof that the cluster of a resource is gone. */
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { clusterGone, clusterStands, managedByCluster } from '../../../src/handlers/aws/resources/clusterGone.ts';
import { clusterAlias, ownershipOf } from '../../../src/handlers/aws/resources/clusterTags.ts';
import type { EvidenceSource, Handler } from '../../../src/handlers/contract/handler.ts';
import type { Change } from '../sabotage.ts';

type Read = () => Promise<readonly Finding[]>;

/** @param read replaces the read of the source of clusters about the candidates */
function readingClusters(read: (candidates: readonly Resource[], truly: Read) => ReturnType<Read>): Change {
  const wrong = (source: EvidenceSource): EvidenceSource => ({
    ...source,
    read: (place, scope, candidates, io) => read(candidates, () => source.read(place, scope, candidates, io)),
  });
  return {
    swap: (parts) => ({
      ...parts,
      handlers: parts.handlers.map((handler) => ({
        ...handler,
        evidence: handler.evidence.map((source) => (source.name === 'clusters' ? wrong(source) : source)),
      })),
    }),
  };
}

/** The names of the clusters that own a candidate, each with its alias in the VPC of the candidate. */
function clustersOf(candidate: Resource): readonly { readonly name: string; readonly alias: string }[] {
  const ownership = ownershipOf(candidate.tags, { byNamingTags: false });
  const { vpcId } = candidate as Resource & { readonly vpcId?: string };
  const names = ownership.kind === 'owned' ? ownership.clusters : [];
  return names.map((name) => ({ name, alias: clusterAlias(name, vpcId) }));
}

const gone = (name: string, alias: string): Finding => ({ alias, says: 'gone', by: `cluster ${name}` });

/** No instance, group or template with the tag of a cluster: it is gone, whatever EKS says. */
export const absentTagIsGone = readingClusters(async (_candidates, truly) =>
  (await truly()).map((finding) =>
    finding.by.startsWith('EKS cluster') ? { alias: finding.alias, says: 'gone', by: finding.by } : finding,
  ),
);

/** EKS that refuses to answer does not know the cluster. */
export const deniedIsGone = readingClusters((candidates, truly) =>
  truly().catch(() => candidates.flatMap(clustersOf).map(({ name, alias }) => gone(name, alias))),
);

/** A cluster that is gone in one VPC is gone in all of them. Candidates come in several reads: it remembers the names. */
export const goneInEveryVpc = ((goneNames: Set<string>) =>
  readingClusters(async (candidates, truly) => {
    const findings = await truly();
    for (const { says, by } of findings) if (says === 'gone') goneNames.add(by.replace('cluster ', ''));
    const wronglyGone = candidates.flatMap(clustersOf).filter(({ name }) => goneNames.has(name));
    const aliases = new Set(wronglyGone.map(({ alias }) => alias));
    return [
      ...findings.filter(({ alias }) => !aliases.has(alias)),
      ...wronglyGone.map(({ name, alias }) => gone(name, alias)),
    ];
  }))(new Set());

/** A volume with the tag of a gone cluster is its leftover: also the disk of a node, which no claim made. */
export const everyVolumeIsOfAClaim: Change = {
  swap: (parts) => ({
    ...parts,
    handlers: parts.handlers.map((handler) => (handler.resourceType === 'volume' ? withoutClaims(handler) : handler)),
  }),
};

function withoutClaims(handler: Handler): Handler {
  const wrong = [clusterGone({}), managedByCluster({}), clusterStands({})];
  const instead = <T extends { readonly name: string }>(all: readonly T[]) =>
    all.map((one) => (wrong.find(({ name }) => name === one.name) as unknown as T | undefined) ?? one);
  return { ...handler, rules: instead(handler.rules), safeguards: instead(handler.safeguards) };
}
