/** Does this Redis keep acknowledged writes? The settings that deletes need (docs/adr/0011-durability.md). */
import type { Redis } from 'ioredis';
import { messageOf } from '../../core/common/errors.ts';

/** `trusted`: the operator guarantees a Redis whose settings cannot be read. */
export type DurabilityCheck = 'checked' | 'trusted';

const WANTED: Readonly<Record<string, { readonly value: string; readonly otherwise: string }>> = {
  appendonly: { value: 'yes', otherwise: 'a restart loses its data' },
  appendfsync: { value: 'always', otherwise: 'a crash loses its last second' },
  'maxmemory-policy': { value: 'noeviction', otherwise: 'it evicts keys when memory is short' },
};

/** The wrong settings of the nodes that take writes, and the advice; `undefined` when all are right. */
export async function durabilityProblem(nodes: readonly Redis[]): Promise<string | undefined> {
  if (nodes.length === 0) return 'no writable Redis node is known, so deletes pause until there is one';
  for (const node of nodes) {
    const problem = await problemOfNode(node);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function problemOfNode(node: Redis): Promise<string | undefined> {
  const wrong: string[] = [];
  for (const [name, { value, otherwise }] of Object.entries(WANTED)) {
    const found = await settingOf(node, name);
    if (typeof found === 'object') return found.unreadable;
    if (found !== value) wrong.push(`set ${name} ${value} (it is ${found}: ${otherwise})`);
  }
  return wrong.length === 0 ? undefined : `Redis may lose stored data, so deletes pause: ${wrong.join(', ')}`;
}

async function settingOf(node: Redis, name: string): Promise<string | { readonly unreadable: string }> {
  try {
    const [, value] = (await node.config('GET', name)) as string[];
    return value ?? 'unknown';
  } catch (error) {
    // Any other error is no refusal of the question by Redis: the caller must try again.
    if (!/NOPERM|unknown command|not allowed|disabled/i.test(messageOf(error))) throw error;
    const unreadable =
      `Redis does not allow CONFIG GET ${name}, so deletes pause: ` +
      'allow it, or set redis.durability: trusted if Redis is sure to keep acknowledged writes';
    return { unreadable };
  }
}
