import type {
  Certificate,
  Listener,
  ListenerAttribute,
  LoadBalancer,
  LoadBalancerAttribute,
  Rule,
  Tag,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { balancerV2Alias } from './balancingAliases.ts';
import { clusterFields } from './clusterTags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** A listener with all its attributes, rules and certificates, the default ones included. */
export interface ListenerDefinition {
  readonly listener: Listener;
  /** Absent in definitions of 0.1. */
  readonly attributes?: readonly ListenerAttribute[];
  readonly rules: readonly Rule[];
  readonly certificates: readonly Certificate[];
}

/** The definition that recreates a load balancer; its target groups have definitions of their own. */
export interface BalancerDefinition {
  readonly loadBalancer: LoadBalancer;
  readonly attributes: readonly LoadBalancerAttribute[];
  readonly listeners: readonly ListenerDefinition[];
  readonly tags: readonly Tag[];
}

/**
 * An Application, Network or Gateway Load Balancer. Member names are the API's, in lower camel case, so that users can
 * write `attribute` from its docs.
 */
export interface BalancerResource extends Resource {
  /** `application`, `network` or `gateway`. */
  readonly type?: string;
  /** `active`, `active_impaired`, `provisioning` or `failed`; absent = unknown. */
  readonly state?: string;
  readonly scheme?: string;
  readonly vpcId?: string;
  readonly dnsName?: string;
  /** Set after a read by ARN. */
  readonly described?: BalancerDefinition;
}

/** `undefined` for an answer without an ARN. */
export function toBalancer(
  balancer: LoadBalancer,
  { tags }: { readonly tags: Readonly<Record<string, string>> },
): BalancerResource | undefined {
  const { LoadBalancerArn: arn, LoadBalancerName: name = '', CreatedTime: createdAt } = balancer;
  if (!arn) return undefined;
  const ofCluster = clusterFields(tags, balancer.VpcId || undefined);
  return {
    id: arn,
    // Its end is unique: a later load balancer of the same name has another one.
    identity: arn,
    name,
    tags,
    // Records name it by its DNS name, in any case.
    ...ofCluster,
    aliases: [
      arn,
      ...(balancer.DNSName ? [balancer.DNSName.toLowerCase()] : []),
      ...(name ? [balancerV2Alias(name), nameAlias(name), ...partAliases(balancerV2Alias, name)] : []),
      nameAlias(arn.replace(/^.*:loadbalancer\//, '')),
      balancerV2Alias(arn.replace(/^.*:loadbalancer\//, '')),
      ...ofCluster.aliases,
    ],
    ...(createdAt && { createdAt }),
    note: { code: 'listenersGo', values: {} },
    ...defined({
      type: balancer.Type,
      state: balancer.State?.Code,
      scheme: balancer.Scheme,
      vpcId: balancer.VpcId || undefined,
      dnsName: balancer.DNSName || undefined,
    }),
  };
}
