import type { DefinitionStore } from '../../src/core/resource/definition.ts';

/** A store that writes so, and holds nothing of what was written before. */
export function writing(write: DefinitionStore['write']): Pick<DefinitionStore, 'write' | 'read'> {
  return { write, read: async () => ({ generations: [], corrupt: [] }) };
}
