/** Objects that others use by an address, by a signer or because there is no other: none of them names it. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';

/** Pods name the signer of a bundle: https://kubernetes.io/docs/concepts/storage/projected-volumes/#clustertrustbundle. Autoscalers the API. */
const KINDS: ReadonlySet<string> = new Set([
  'APIService.apiregistration.k8s.io',
  'ClusterTrustBundle.certificates.k8s.io',
]);

/** Networks: one announcement without names announces every pool (https://metallb.io/configuration/_advanced_l2_configuration/). */
const NETWORKS =
  /^(?:.+\.)?(?:antrea\.io|cilium\.io|cncf\.io|kube-ovn\.io|metallb\.io|ovn\.org|projectcalico\.org|purelb\.io)$/;
/** What a policy allows has addresses that are not its own. */
const POLICY = /Polic(?:y|ies)$/;
const OF_KUBERNETES = /^(?:[a-z]*|.+\.k8s\.io)$/;
const RANGE =
  /^(?:(?:\d{1,3}\.){3}\d{1,3}|(?=[\da-f]{0,4}:)[\da-f:]{2,39})(?:\/\d{1,3}|\s{0,3}-\s{0,3}[\da-f.:]{2,39})$/i;
/** How deep a pool of any project known has its ranges. */
const DEEPEST = 5;

/** How others use an object of the kind, in words; `undefined`: by its name alone, as far as is known. */
export function usedUnnamed(kind: GroupKind, content: Readonly<Record<string, unknown>> = {}): string | undefined {
  if (KINDS.has(kindText(kind))) return `others use a ${kind.kind} without its name`;
  if (POLICY.test(kind.kind)) return undefined;
  if (NETWORKS.test(kind.group)) return `the network of others may go by this ${kind.kind}, and none of them names it`;
  const range = OF_KUBERNETES.test(kind.group) ? undefined : rangeIn(content.spec, 0);
  return range && `others may have an address of its range ${range}, and none of them names it`;
}

function rangeIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.length < 90 && RANGE.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return undefined;
  for (const one of Object.values(value)) {
    const range = rangeIn(one, depth + 1);
    if (range !== undefined) return range;
  }
  return undefined;
}
