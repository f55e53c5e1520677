import { join } from 'node:path';
import type { Configuration } from '../config/load/configuration.ts';
import type { DefinitionStore } from '../core/resource/definition.ts';
import { KeyedSeal } from '../core/resource/seal.ts';
import { providers } from '../handlers/index.ts';
import { FileDefinitionStore } from '../state/files/fileDefinitions.ts';

/** `close` ends its connections; a store of files has none. */
export interface OpenDefinitions {
  readonly store: DefinitionStore;
  close(): void;
}

/** The store that the configuration names; no request is sent to it yet. */
export function openDefinitions(configuration: Pick<Configuration, 'definitions' | 'signing'>): OpenDefinitions {
  const { dir, ...others } = configuration.definitions;
  const elsewhere: Readonly<Record<string, unknown>> = others;
  const seal = new KeyedSeal(configuration.signing.keys);
  for (const { definitions: place } of providers) {
    if (place && elsewhere[place.key] !== undefined) return place.open(elsewhere[place.key], seal);
  }
  return { store: new FileDefinitionStore(dir, seal), close: () => {} };
}

/** The file with the facts that Redis itself may have lost: always on a disk of this machine. */
export function beatFileOf({ redis, definitions }: Pick<Configuration, 'redis' | 'definitions'>): string {
  return redis.beatFile ?? join(definitions.dir, 'redis-beat.json');
}
