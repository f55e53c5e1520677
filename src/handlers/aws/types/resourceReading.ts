/** How the resources of a type are listed, and read again by their ids or names. */
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { Reason } from '../../../core/common/reason.ts';
import type { Read } from '../../../core/resource/resource.ts';
import { readTags, type Tagging, type Tags } from '../session/tagging.ts';
import type { Describable } from '../session/wholeDefinition.ts';
import { type ById, unknownRead } from '../wire/readById.ts';
import type { CallScope } from '../wire/target.ts';

/** What is known of a resource beside AWS's description of it. */
export interface Beside {
  readonly id: string;
  /** Absent: the configuration does not name the account. */
  readonly accountId: string | undefined;
  /** Those that a call of their own reads (`Tagging.listing`); empty where the description has them. */
  readonly tags: Tags;
}

/** How a resource `R` is made from AWS's description `O`. */
export interface Reading<O, R extends Describable> {
  /** `target group`; the plural adds an s. */
  readonly noun: string;
  idOf(described: O): string | undefined;
  /** `undefined` for an answer without what identifies it: it could not be recognised later. @throws ReadError */
  toResource(described: O, beside: Beside): R | undefined;
  /** Is the described resource already gone? Absent: no. */
  isGone?(described: O): boolean;
  /** Is it gone for this type alone? It exists, and a keep tag still protects it. Absent: no. */
  isOver?(described: O): boolean;
  /** Everything needed to rebuild it; `undefined`: it is gone. Absent: AWS's description. @throws ReadError */
  describe?(
    target: CallScope,
    described: O,
    beside: Beside,
  ): NoInfer<R>['described'] | Promise<NoInfer<R>['described']>;
  /** Absent: it has no tags. */
  readonly tagging?: Tagging<NoInfer<R>>;
  /** The most ids that one request takes; absent: 100. */
  readonly mostIds?: number;
  /** `gone`: the API has no error for a missing one, and answers with all that exist. Absent: one left out is unknown. */
  readonly leftOut?: 'gone';
}

/** The calls that read it, without the SDK's types. */
export interface Calls<O> {
  readonly api: string;
  all(target: CallScope): AsyncIterable<readonly O[]>;
  /** @throws the SDK's own errors: one missing id fails the whole call */
  some(target: CallScope, ids: readonly string[]): Promise<readonly O[]>;
}

/** A description, and the read of its tags, before which it may have vanished. */
interface Tagged<O> {
  readonly one: O;
  readonly id: string | undefined;
  readonly beside: Read<Beside>;
}

/** @throws ReadError, also for one that could not be recognised later */
export async function* listAll<O, R extends Describable>(
  type: Reading<O, R> & Calls<O>,
  target: CallScope,
): AsyncGenerator<readonly R[]> {
  for await (const page of type.all(target)) {
    yield (await withTags(type, target, page)).flatMap(({ one, id, beside }) => {
      if (beside.kind === 'gone') return [];
      if (beside.kind === 'unknown') throw malformed(`reading the tags of ${id}: ${beside.why}`);
      const resource = type.toResource(one, beside.resource);
      if (resource) return [resource];
      throw malformed(`listing ${type.noun}s: one came without an id`);
    });
  }
}

/**
 * Reads by id.
 * @param finish makes the value of the read from a resource that was found; `undefined`: it is gone
 */
export function byId<O, R extends Describable, T>(
  type: Reading<O, R> & Calls<O>,
  finish: (target: CallScope, resource: R, one: O, beside: Beside) => Promise<T | undefined>,
): ById<Tagged<O>, T> {
  const { api, noun, mostIds, leftOut, isGone, isOver, toResource } = type;
  return {
    api,
    noun,
    ...(mostIds === undefined ? {} : { most: mostIds }),
    ...(leftOut === undefined ? {} : { leftOut }),
    idOf: ({ id }) => id,
    fetch: async (target, ids) => withTags(type, target, await type.some(target, ids)),
    async toRead(target, id, { one, beside }) {
      if (isGone?.(one) || isOver?.(one)) return { kind: 'gone' };
      if (beside.kind === 'gone') return beside;
      if (beside.kind === 'unknown') return unknownRead(`reading the tags of ${id}: ${beside.why}`);
      try {
        const resource = toResource(one, beside.resource);
        if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
        const finished = await finish(target, resource, one, beside.resource);
        return finished === undefined ? { kind: 'gone' } : { kind: 'found', resource: finished };
      } catch (error) {
        if (target.io.signal.aborted) throw error;
        return unknownRead(messageOf(error));
      }
    },
  };
}

/** The same reading, where each resource has the note that this says of it. */
export function withNotes<O, R extends Describable>(
  type: Reading<O, R> & Calls<O>,
  noteOf: (resource: R) => Reason,
): Reading<O, R> & Calls<O> {
  return {
    ...type,
    toResource(described, beside) {
      const made = type.toResource(described, beside);
      return made && { ...made, note: noteOf(made) };
    },
  };
}

async function withTags<O, R extends Describable>(
  { noun, idOf, tagging }: Reading<O, R>,
  target: CallScope,
  all: readonly O[],
): Promise<readonly Tagged<O>[]> {
  const { id: accountId } = target.account;
  const listing = tagging?.listing;
  const found = (id: string, tags: Tags) => ({ kind: 'found', resource: { id, accountId, tags } }) as const;
  if (!listing) {
    return all.map((one) => {
      const id = idOf(one);
      return { one, id, beside: found(id ?? '', {}) };
    });
  }
  const ids = all.map((one) => {
    const id = idOf(one);
    if (id) return id;
    throw malformed(`listing ${noun}s: one came without an id`);
  });
  const reads = await readTags(target, listing, ids);
  return all.map((one, index) => {
    const id = ids[index] ?? '';
    const read = reads.get(id) ?? unknownRead('AWS was not asked');
    return { one, id, beside: read.kind === 'found' ? found(id, read.resource.tags) : read };
  });
}

function malformed(message: string): ReadError {
  return new ReadError(message, { problem: 'malformed' });
}
