import { z } from 'zod';
import { oncePer } from '../../../core/common/oncePer.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { parseNamespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import { inOrder } from './paging.ts';

/** `/:namespace/:id`, each percent-encoded as one path segment. */
export const NamespaceAndId = z.object({ namespace: z.string(), id: z.string().min(1) });

/**
 * The work configuration of a namespace that a person typed, in any case.
 * @throws Problem when the configuration does not have it
 */
export function knownNamespace({ workConfigurations }: Pick<OperatorDeps, 'workConfigurations'>, text: string) {
  const namespace = parseNamespace(text);
  const known = namespace && byNamespace(workConfigurations()).get(namespace);
  if (known) return known;
  throw new Problem('unknownNamespace', `"${text}" is not a namespace of the running configuration.`);
}

/** Sorted by name: a stable order when namespaces are added or removed. */
export function sortedConfigurations({ workConfigurations }: Pick<OperatorDeps, 'workConfigurations'>) {
  return sorted(workConfigurations());
}

/** The configurations by their namespaces. */
export function configurationsOf({ workConfigurations }: Pick<OperatorDeps, 'workConfigurations'>) {
  return byNamespace(workConfigurations());
}

/** The same list for the same configuration. */
export function namespacesOf({ workConfigurations }: Pick<OperatorDeps, 'workConfigurations'>) {
  return namespaces(workConfigurations());
}

// Once per configuration: there may be tens of thousands of namespaces.
const byNamespace = oncePer(
  (all: readonly WorkConfiguration[]): ReadonlyMap<string, WorkConfiguration> =>
    new Map(all.map((one) => [one.namespace, one])),
);
const sorted = oncePer((all: readonly WorkConfiguration[]) => inOrder(all, ({ namespace }) => namespace));
const namespaces = oncePer((all: readonly WorkConfiguration[]) => all.map(({ namespace }) => namespace));
