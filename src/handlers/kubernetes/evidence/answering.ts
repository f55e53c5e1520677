/**
 * Which Pods answer for which Services: a Service names none of them, it selects them by their labels
 * (https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes). Pure.
 */
import { z } from 'zod';
import type { GroupKind } from '../objects/groupKind.ts';

type Labels = Readonly<Record<string, string>>;

/** What of an object counts for it. */
export type Answering =
  | { readonly as: 'service'; readonly selector: Labels }
  | { readonly as: 'pod'; readonly labels: Labels; readonly isReady: boolean };

const texts = z.record(z.string(), z.string());
const service = z.object({ spec: z.object({ selector: texts, type: z.string().nullish() }) });
const pod = z.object({
  metadata: z.object({ labels: texts }),
  status: z
    .object({
      phase: z.string().nullish(),
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
    })
    .nullish(),
});

/**
 * What makes Pods may have none now: KEDA, a schedule or a person scales it to 0. A controller writes the labels of
 * `spec.template` on each that it makes (https://kubernetes.io/docs/concepts/workloads/pods/#pod-templates).
 */
const workload = z.object({ spec: z.object({ template: z.object({ metadata: z.object({ labels: texts }) }) }) });

/** A Pod in one of these runs no more: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase */
const ENDED: readonly unknown[] = ['Failed', 'Succeeded'];

/**
 * A workload counts as one more of its Pods, which is not ready. Those of Jobs end, and count only while they run.
 * @param shared gives equal labels one object: the Pods of a workload have the same
 */
export function answeringOf(
  item: unknown,
  { group, kind }: GroupKind,
  shared: (labels: Labels) => Labels,
): Answering | undefined {
  if (group === 'batch') return undefined;
  if (group !== '' || (kind !== 'Service' && kind !== 'Pod')) {
    const labels = workload.safeParse(item).data?.spec.template.metadata.labels;
    return labels && { as: 'pod', labels: shared(labels), isReady: false };
  }
  if (kind === 'Service') {
    const spec = service.safeParse(item).data?.spec;
    if (!spec || spec.type === 'ExternalName' || Object.keys(spec.selector).length === 0) return undefined;
    return { as: 'service', selector: spec.selector };
  }
  const { metadata, status } = pod.safeParse(item).data ?? {};
  if (!metadata || ENDED.includes(status?.phase)) return undefined;
  const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') ?? false;
  return { as: 'pod', labels: shared(metadata.labels), isReady };
}

/** Does the Service select the Pod? False unless the one is a Service and the other a Pod. */
export function selects(one: Answering | undefined, other: Answering | undefined): boolean {
  if (one?.as !== 'service' || other?.as !== 'pod') return false;
  return Object.entries(one.selector).every(([key, value]) => other.labels[key] === value);
}
