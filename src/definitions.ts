import { join } from 'node:path';
import type { Configuration } from './config/configuration.ts';
import type { DefinitionStore } from './core/definition.ts';
import { sealWith } from './core/seal.ts';
import { S3DefinitionStore } from './handlers/aws/s3Definitions.ts';
import { FileDefinitionStore } from './state/fileDefinitions.ts';

export interface OpenDefinitions {
  readonly store: DefinitionStore;
  close(): void;
}

/** The store that the configuration names; nothing is asked of it yet. */
export function openDefinitions(configuration: Pick<Configuration, 'definitions' | 'signing'>): OpenDefinitions {
  const { dir, s3 } = configuration.definitions;
  const seal = sealWith(configuration.signing.keys);
  if (s3 === undefined) return { store: new FileDefinitionStore(dir, seal), close: () => {} };
  const store = new S3DefinitionStore(s3, seal);
  return { store, close: () => store.destroy() };
}

/** Where what must be known of a Redis that may have forgotten it is kept: always on a disk of this machine. */
export function beatFileOf({ redis, definitions }: Pick<Configuration, 'redis' | 'definitions'>): string {
  return redis.beatFile ?? join(definitions.dir, 'redis-beat.json');
}
