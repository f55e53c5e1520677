/**
 * Which Pods answer for which Services: a Service names none of them, it selects them by their labels
 * (https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes). Pure.
 */
import { z } from 'zod';

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

/** A Pod in one of these runs no more: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase */
const ENDED: readonly unknown[] = ['Failed', 'Succeeded'];

/**
 * @param kind of the core group
 * @param shared gives equal labels one object: the Pods of a workload have the same
 */
export function answeringOf(
  item: unknown,
  kind: 'Service' | 'Pod',
  shared: (labels: Labels) => Labels,
): Answering | undefined {
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
