import type {
  LoadBalancerAttributes,
  LoadBalancerDescription,
  PolicyDescription,
  Tag,
} from '@aws-sdk/client-elastic-load-balancing';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { classicAlias } from './balancingAliases.ts';
import { clusterFields } from './clusterTags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/**
 * The definition that recreates a classic load balancer; its listeners and health check are part of its description.
 */
export interface ClassicDefinition {
  readonly loadBalancer: LoadBalancerDescription;
  readonly attributes: LoadBalancerAttributes;
  /** All of them, also those that neither a listener nor an instance port names. */
  readonly policies: readonly PolicyDescription[];
  readonly tags: readonly Tag[];
}

/** A classic load balancer. Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface ClassicResource extends Resource {
  /** `internet-facing` or `internal`. */
  readonly scheme?: string;
  readonly vpcId?: string;
  readonly dnsName?: string;
  /** Set after a read by name. */
  readonly described?: ClassicDefinition;
}

/** `undefined` for an answer without a name. */
export function toClassic(
  balancer: LoadBalancerDescription,
  { tags }: { readonly tags: Readonly<Record<string, string>> },
): ClassicResource | undefined {
  const { LoadBalancerName: name, CreatedTime: createdAt, DNSName: dnsName = '', VPCId: vpcId = '' } = balancer;
  if (!name) return undefined;
  const ofCluster = clusterFields(tags, vpcId || undefined);
  return {
    id: name,
    // The API knows it only by its name, which a later one may have; its DNS name has a number that changes.
    identity: [name, createdAt?.toISOString() ?? '', vpcId, dnsName].join(' '),
    name,
    tags,
    ...ofCluster,
    // Records name it by its DNS name, in any case.
    aliases: [
      classicAlias(name),
      ...(dnsName ? [dnsName.toLowerCase()] : []),
      nameAlias(name),
      ...partAliases(classicAlias, name),
      ...ofCluster.aliases,
    ],
    ...(createdAt && { createdAt }),
    note: { code: 'policiesGo', values: {} },
    ...defined({ scheme: balancer.Scheme, vpcId: vpcId || undefined, dnsName: dnsName || undefined }),
  };
}
