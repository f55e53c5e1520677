import { createHash } from 'node:crypto';
import { oncePer } from '../../core/common/oncePer.ts';
import { differingPrograms, type Instance } from '../../core/policy/fleet.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

/** Where the programs or configurations of live instances differ (L12, L68). */
export interface Drift {
  /** For namespaces of this process's configuration: why nothing is deleted. */
  readonly drift: ReadonlyMap<Namespace, string>;
  /** The same for a pass that began with a configuration of this hash. */
  of(namespace: Namespace, hash: string): string | undefined;
}

const hashesOf = oncePer(
  (all: readonly WorkConfiguration[]): ReadonlyMap<Namespace, string> =>
    new Map(all.map((wc) => [wc.namespace, wc.hash])),
);

/**
 * An instance's hash of a namespace, by its program and settings. Release 0.2 compares these hashes too, with its own:
 * so it also deletes nothing while an instance of another program lives.
 */
export function announcedHash(program: string, hash: string): string {
  return createHash('sha256').update(`${program} ${hash}`).digest('hex');
}

/** @param known hashes per configuration, as announced; an unpublished configuration differs in everything */
export function driftOf(
  workConfigurations: readonly WorkConfiguration[],
  instances: readonly Instance[],
  known: ReadonlyMap<string, ReadonlyMap<Namespace, string>>,
  program: string,
): Drift {
  const differs = (namespace: Namespace, hash: string) => {
    const announced = announcedHash(program, hash);
    const others = instances.filter(({ configuration }) => known.get(configuration)?.get(namespace) !== announced);
    return others.length === 0 ? undefined : (differingPrograms(instances) ?? describe(others));
  };
  const ours = hashesOf(workConfigurations);
  const same = new Set(instances.map(({ configuration }) => configuration)).size <= 1;
  const drift = same ? [] : [...ours].flatMap(([namespace, hash]) => entry(namespace, differs(namespace, hash)));
  return {
    drift: new Map(drift),
    of(namespace, hash) {
      if (ours.get(namespace) !== hash) return 'its configuration changed meanwhile: the next pass uses the new one';
      return differs(namespace, hash);
    },
  };
}

function entry(namespace: Namespace, why: string | undefined): [Namespace, string][] {
  return why === undefined ? [] : [[namespace, why]];
}

function describe(others: readonly Instance[]): string {
  const names = others.map(({ name }) => name).sort();
  const run = names.length === 1 ? 'runs' : 'run';
  return (
    `${names.join(', ')} ${run} with another configuration of this namespace: ` +
    'Holystone deletes nothing until all live instances have the same; reload or restart the outdated ones'
  );
}

/** SHA-256 over the program, and the namespaces and their hashes in any order, hex. */
export function configurationHash(program: string, workConfigurations: readonly WorkConfiguration[]): string {
  const lines = workConfigurations.map(({ namespace, hash }) => `${namespace} ${hash}`).sort();
  return createHash('sha256')
    .update([program, ...lines].join('\n'))
    .digest('hex');
}
