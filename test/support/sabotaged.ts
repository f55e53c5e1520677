/** A test process with HOLYSTONE_SABOTAGE in its environment belongs to the sabotage run, and should fail. */
import type { Parts } from '../../src/composition/parts.ts';
import type { RedisConnection } from '../../src/state/redis/connection.ts';

export interface Sabotaged {
  parts<P extends Partial<Parts>>(parts: P): P;
}

const NOTHING: Sabotaged = { parts: (parts) => parts };

/** Breaks only the part that the environment names; without the variable nothing changes. */
export async function sabotaged(connection: RedisConnection): Promise<Sabotaged> {
  const name = process.env.HOLYSTONE_SABOTAGE;
  if (name === undefined || name === '') return NOTHING;
  const { changeOf } = await import('../sabotage/apply.ts');
  const { swap } = changeOf(name, 'wrong');
  return {
    parts: <P extends Partial<Parts>>(parts: P) => (swap?.(parts as unknown as Parts, { connection }) ?? parts) as P,
  };
}
