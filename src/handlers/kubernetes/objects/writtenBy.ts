/**
 * Who wrote an object. An operator may copy the labels of an environment to what it makes, without owner references: such
 * an object is none of the environment, whatever its labels say. Pure.
 */
import { z } from 'zod';
import { MANAGERS } from './annotations.ts';
import type { KubernetesObject, Manager } from './object.ts';
import { type Ownership, PART_OF } from './ownership.ts';
import { MANAGED_BY, RELEASE_NAME } from './release.ts';

/** As `kubectl apply` calls itself; `kubectl edit` and `debug` have other names. What qbec renders is applied by it, too. */
const KUBECTL = /^kubectl(?:-client-side-apply|-last-applied)?$/;

/** The managers of a tool in `managedFields`, and the annotation that it alone writes. */
const TOOLS: Readonly<
  Record<string, { readonly managers: RegExp; readonly annotation?: RegExp; readonly label: string }>
> = {
  qbec: {
    managers: /^qbec|^kubectl(?:-client-side-apply|-last-applied)?$/,
    annotation: /^qbec\.io\//,
    label: 'qbec.io/environment',
  },
  applyset: { managers: KUBECTL, label: PART_OF },
  helm: { managers: /^helm$/i, annotation: new RegExp(`^${RELEASE_NAME.replaceAll('.', '\\.')}$`), label: MANAGED_BY },
};

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const OWN: ReadonlySet<string> = new Set(Object.values(MANAGERS));

/** The tool of an environment, in words. */
export function toolOf(ownership: Ownership): string {
  if (typeof ownership !== 'string') return 'the tool that wrote the objects in source';
  return ownership === 'applyset' ? 'kubectl' : ownership;
}

/** Those by which environments are applied, and Holystone's own: they say nothing about another user. */
const BY_HAND: ReadonlySet<string> = new Set(['qbec', 'kubectl', ...OWN]);
/** Tools that apply without server-side apply. */
const APPLIERS = /^(?:argocd-|fleet|HashiCorp$|helm$|helm-controller$|kapp|kustomize-controller$|pulumi|Terraform$)/;

/** The other tools that applied an object. @param ownership the tool that owns the environment is none of them */
export function appliersOf({ managers }: Pick<KubernetesObject, 'managers'>, ownership: Ownership): readonly Manager[] {
  return managers.filter(
    ({ name, operation, subresource }) =>
      !subresource &&
      (operation === 'Apply' || APPLIERS.test(name)) &&
      !BY_HAND.has(name) &&
      !(ownership === 'helm' && name === 'helm'),
  );
}

/** The writers of an object but Holystone; empty: they are not known. */
export function writersOf({ managers }: Pick<KubernetesObject, 'managers'>): readonly string[] {
  return [...new Set(managers.map(({ name }) => name))].filter((name) => name !== '' && !OWN.has(name));
}

/**
 * Did the tool of the environment write the object, as far as the object itself shows? Annotations can be copied like
 * labels: they count only where no writer is known, or where they say the name of the object.
 */
export function isByTool(object: KubernetesObject, ownership: Ownership): boolean {
  const tool = typeof ownership === 'string' ? TOOLS[ownership] : undefined;
  if (isLastApplied(object)) return true;
  const writers = writersOf(object);
  if (writers.length > 0) return writers.some((name) => tool?.managers.test(name));
  return Object.keys(object.annotations).some((key) => tool?.annotation?.test(key));
}

/** Where source shows no writer at all: an operator does not apply as kubectl does. */
export function isByKubectl(object: KubernetesObject): boolean {
  return writersOf(object).some((name) => KUBECTL.test(name));
}

const applied = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().nullish() }),
});

/** A copy of the annotation names the object from which it comes. */
function isLastApplied({ annotations, reference: { kind, name, namespace } }: KubernetesObject): boolean {
  const read = applied.safeParse(jsonIn(annotations[LAST_APPLIED] ?? ''));
  if (!read.success) return false;
  const { metadata } = read.data;
  return read.data.kind === kind && metadata.name === name && (metadata.namespace ?? '') === namespace;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const managed = z.array(
  z
    .object({ manager: z.string(), subresource: z.string().nullish(), fieldsV1: z.unknown() })
    .partial({ fieldsV1: true }),
);
const labelled = z.object({ 'f:metadata': z.object({ 'f:labels': z.record(z.string(), z.unknown()) }) });

/**
 * The writers of the labels of an object in source: whoever has written these applies the environment. Where its fields
 * are not known, its only writer.
 */
export function labellersOf(metadata: unknown, ownership: Ownership): readonly string[] {
  const all = managersIn(metadata);
  const keys = typeof ownership === 'string' ? [TOOLS[ownership]?.label ?? ''] : keysOf(ownership.selector);
  const writers = all.filter(({ subresource, manager }) => !subresource && !OWN.has(manager));
  const labellers = writers.filter(({ fieldsV1 }) => {
    const labels = labelled.safeParse(fieldsV1).data?.['f:metadata']['f:labels'] ?? {};
    return keys.some((key) => `f:${key}` in labels);
  });
  return (labellers.length > 0 || writers.length !== 1 ? labellers : writers).map(({ manager }) => manager);
}

/** Whoever wrote something of an object. */
export function managersIn(metadata: unknown): z.infer<typeof managed> {
  return managed.safeParse((metadata as { readonly managedFields?: unknown }).managedFields).data ?? [];
}

function keysOf(selector: string): readonly string[] {
  return selector.split(',').flatMap((term) => (term.startsWith('!') ? [] : [term.split('=')[0] as string]));
}
