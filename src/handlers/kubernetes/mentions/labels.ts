/** The objects that labels name: an operator reads names in labels of its own domain, and means kinds of its own or of others. Pure. */
import { fieldsOf } from '../objects/fields.ts';

/** A name in a label. */
export interface Labelled {
  readonly name: string;
  /** The domain of the label, whose operator's kinds are meant first: `kueue.x-k8s.io`. */
  readonly family: string;
  /** A label of nodes, which a pod asks for: it names an object of the operator that makes such nodes, and no other. */
  readonly isOfNode?: true;
}

/** By people and tools, about the object itself. */
const ABOUT_ITSELF =
  /^(?:(?:app|argocd)\.kubernetes\.io|helm\.sh|kubernetes\.io|k8s\.io|qbec\.io|tanka\.dev|holystone)$/;

/** `kueue.x-k8s.io/queue-name: blue`, `pod-group.scheduling.sigs.k8s.io: train`. */
export function namedByLabels(labels: unknown): readonly Labelled[] {
  return Object.entries(fieldsOf(labels)).flatMap(([key, name]) => namedBy(key, name));
}

/** What a pod asks of a node: `nodeSelector`, or the terms of an affinity. */
export function namedByNodes(selection: unknown): readonly Labelled[] {
  const terms = Array.isArray(selection) ? selection.map(fieldsOf) : [];
  const inTerms = terms.flatMap(({ key, values }) =>
    typeof key === 'string' && Array.isArray(values) ? values.flatMap((name) => namedBy(key, name)) : [],
  );
  return [...inTerms, ...(Array.isArray(selection) ? [] : namedByLabels(selection))].map((one) => ({
    ...one,
    isOfNode: true,
  }));
}

function namedBy(key: string, name: unknown): readonly Labelled[] {
  const family = key.split('/', 1)[0] as string;
  if (!family.includes('.') || ABOUT_ITSELF.test(family)) return [];
  return typeof name === 'string' && name !== '' ? [{ name, family }] : [];
}
