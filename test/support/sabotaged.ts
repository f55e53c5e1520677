/** In the sabotage run `test/sabotage/environment.mjs` names the part to break; the test that runs then must fail. */
import type { Parts } from '../../src/composition/parts.ts';
import type { RedisConnection } from '../../src/state/redis/connection.ts';

declare global {
  /** The name of a sabotage; nothing but the sabotage run sets it. */
  var holystoneSabotage: string | undefined;
}

export interface Sabotaged {
  parts<P extends Partial<Parts>>(parts: P): P;
}

const NOTHING: Sabotaged = { parts: (parts) => parts };

let undo: (() => void) | undefined;

export const isSabotaged = (): boolean => globalThis.holystoneSabotage !== undefined;

/** Breaks the part that the sabotage run names, after it mended the part of the call before. */
export async function sabotaged(connection: RedisConnection): Promise<Sabotaged> {
  const name = globalThis.holystoneSabotage;
  if (name === undefined) return NOTHING;
  const { changeOf } = await import('../sabotage/apply.ts');
  const { swap, patch } = changeOf(name, 'wrong');
  undo?.();
  undo = patch?.();
  return {
    parts: <P extends Partial<Parts>>(parts: P) => (swap?.(parts as unknown as Parts, { connection }) ?? parts) as P,
  };
}
