import type { DefinitionStore } from '../../src/core/resource/definition.ts';

/** A store with this `write`, and without any earlier content. */
export function writing(write: DefinitionStore['write']): Pick<DefinitionStore, 'write' | 'read'> {
  return { write, read: async () => ({ generations: [], corrupt: [] }) };
}
