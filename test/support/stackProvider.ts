/**
 * A provider for tests of holds, in memory: `front` is deleted first, then `pool`, then `rule`; a rule may also use other
 * rules. The provider refuses to delete what is used, as a cloud does, and a deleted user may stay in the evidence.
 */
import { z } from 'zod';
import { PermitError } from '../../src/core/common/errors.ts';
import type { Finding } from '../../src/core/common/finding.ts';
import type { DeleteOutcome, Read, Resource } from '../../src/core/resource/resource.ts';
import { defineHandler } from '../../src/handlers/contract/defineHandler.ts';
import type { EvidenceSource, Handler } from '../../src/handlers/contract/handler.ts';
import type { Provider } from '../../src/handlers/contract/provider.ts';

export const STACK_TYPES = ['front', 'pool', 'rule'] as const;
export type StackType = (typeof STACK_TYPES)[number];

interface Thing {
  readonly type: StackType;
  readonly id: string;
  readonly createdAt: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly group?: string;
  /** Ids of the things that it uses. */
  uses: readonly string[];
  /** Why the provider refuses to delete it. */
  refuses?: string | undefined;
  /** Something outside of the stack uses it. */
  isUsedElsewhere?: boolean;
}

/** The things of one location; `deletions` in their order. */
export class Stack {
  readonly things = new Map<string, Thing>();
  /** Deleted users that the evidence still names. */
  readonly lingering = new Map<string, Thing>();
  readonly deletions: string[] = [];
  /** Deleted users stay in the evidence until they are taken out of {@link lingering}. */
  lingers = false;
  /** Evidence about these types cannot be read. */
  readonly unreadable = new Set<StackType>();
  createdAt = 0;

  add(type: StackType, id: string, uses: readonly string[] = [], more: Partial<Thing> = {}): void {
    const { createdAt } = this;
    this.things.set(id, { type, id, createdAt, tags: { owner: 'ann@example.com' }, uses, ...more });
  }

  change(id: string, what: Partial<Thing>): void {
    this.things.set(id, { ...(this.things.get(id) as Thing), ...what });
  }

  remove(id: string): void {
    const thing = this.things.get(id);
    if (thing && this.lingers) this.lingering.set(id, thing);
    this.things.delete(id);
  }

  /** The evidence about a type: every user, also one that is deleted and lingers. */
  findings(type: StackType): readonly Finding[] {
    if (this.unreadable.has(type)) throw new Error(`the users of a ${type} cannot be read`);
    const used = (alias: string, by: string): Finding => ({ alias, says: 'used', by });
    return [
      ...[...this.things.values(), ...this.lingering.values()].flatMap((user) =>
        user.uses.map((alias) => ({ ...used(alias, `${user.type} ${user.id}`), byId: user.id, byType: user.type })),
      ),
      ...[...this.things.values()].filter((one) => one.isUsedElsewhere).map(({ id }) => used(id, 'something else')),
    ].filter(({ alias }) => (this.things.get(alias) ?? this.lingering.get(alias))?.type === type);
  }

  delete(id: string): DeleteOutcome {
    const thing = this.things.get(id);
    if (!thing) return { kind: 'gone' };
    if (thing.refuses !== undefined) return { kind: 'refused', reason: thing.refuses };
    const users = [...this.things.values()].filter((other) => other.id !== id && other.uses.includes(id));
    if (users.length > 0 || thing.isUsedElsewhere) return { kind: 'refused', reason: `DependencyViolation: ${id}` };
    this.remove(id);
    this.deletions.push(id);
    return { kind: 'deleted', requestId: `delete ${id}` };
  }
}

const AFTER: Readonly<Record<StackType, readonly StackType[]>> = {
  front: [],
  pool: ['front'],
  rule: ['front', 'pool', 'rule'],
};

function resourceOf({ id, createdAt, tags, group }: Thing): Resource {
  return {
    ...{ id, identity: `${id}@${createdAt}`, name: id, tags, aliases: [id], createdAt: new Date(createdAt) },
    ...(group === undefined ? {} : { group }),
  };
}

/** @param stackOf the things of one location of an account */
export function stackProvider(stackOf: (location: string) => Stack): Provider {
  const usersOf = (type: StackType): EvidenceSource => ({
    name: `usersOf${type}`,
    summary: `Users of a ${type}.`,
    permissions: ['stack:read'],
    per: 'location',
    places: ({ account, location }) => [{ account: account.name, location }],
    read: async ({ location }) => stackOf(location).findings(type),
  });
  const handlerOf = (type: StackType): Handler =>
    defineHandler({
      provider: 'stack',
      resourceType: type,
      summary: `A ${type} of a stack.`,
      attributes: { tags: 'map', createdAt: 'date' },
      permissions: { list: ['stack:list'], delete: ['stack:delete'] },
      parameters: z.strictObject({}),
      evidence: [usersOf(type)],
      ...(AFTER[type].length === 0 ? {} : { after: AFTER[type] }),
      definition: (resource) => resource,
      open: ({ location }, { permit }) => ({
        verifyAccount: async () => {},
        async *list() {
          yield [...stackOf(location).things.values()].filter((thing) => thing.type === type).map(resourceOf);
        },
        async get(ids) {
          const read = (id: string): Read<Resource> => {
            const thing = stackOf(location).things.get(id);
            return thing ? { kind: 'found', resource: resourceOf(thing) } : { kind: 'gone' };
          };
          return new Map(ids.map((id) => [id, read(id)]));
        },
        async delete(batch) {
          const denied = permit ? permit.denies() : 'there is no permit';
          if (denied) throw new PermitError(denied);
          return new Map(batch.map(({ id }) => [id, stackOf(location).delete(id)]));
        },
      }),
    });
  return {
    name: 'stack',
    handlers: STACK_TYPES.map(handlerOf),
    account: { id: z.string(), own: {}, locations: 'Stacks.' },
    prove: async () => {},
    isSandbox: () => true,
  };
}
