/** A resource type of Elastic Load Balancing, by ARN or by name; the differences between types are data. */
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { DeleteOutcome, Read } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import { defineHandler } from '../../contract/defineHandler.ts';
import type { Handler } from '../../contract/handler.ts';
import {
  type Call,
  type Input,
  type Item,
  type ListCall,
  type Method,
  type Output,
  permissionsOf,
} from '../calls/call.ts';
import { unreadUsersOf } from '../evidence/unreadUsers.ts';
import { unshareStrings } from '../resources/unshareStrings.ts';
import { MOST_IDS, readTags, type Tagging } from '../session/balancerTags.ts';
import { deleteSame } from '../session/deleteSame.ts';
import type { Wanted } from '../session/restoring.ts';
import { type CallScopes, openSession } from '../session/session.ts';
import { type Describable, wholeDefinition } from '../session/wholeDefinition.ts';
import { sendForId } from '../wire/client.ts';
import { type ById, readById, unknownRead } from '../wire/readById.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

type Tags = Readonly<Record<string, string>>;
type Described<C extends object, M extends Method<C>, L extends keyof Output<C, M>> = Item<Output<C, M>, L>;
type Own = 'resourceType' | 'summary' | 'evidence';
type Optional =
  | 'after'
  | 'alsoCalled'
  | 'called'
  | 'dated'
  | 'monthlyCost'
  | 'missingEvidence'
  | 'pageOf'
  | 'rules'
  | 'safeguards'
  | 'usesKnownForMs';

/** How such resources are listed and read by id. */
interface BalancingReading<
  C extends object,
  R extends Describable,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
> {
  /** `target group`; the plural adds an s. */
  readonly noun: string;
  readonly reads: ListCall<C, M, L>;
  /** The request for these ids, without paging. */
  idsInput(ids: string[]): Input<C, M>;
  idOf(described: Described<C, M, L>): string | undefined;
  /** `undefined` for an answer without an id. */
  toResource(described: Described<C, M, L>, tags: Tags): R | undefined;
  readonly tagging: Tagging;
  /** Everything needed to rebuild the resource. @throws ReadError */
  describe(target: CallScope, described: Described<C, M, L>, tags: Tags): Promise<NoInfer<R>['described']>;
  /** Its user, where AWS would delete a used one: it is read again directly before the request. */
  userOf?(described: Described<C, M, L>): string | undefined;
}

/** How one is deleted. */
interface BalancingDeleting<C extends object, D extends Method<C>> {
  readonly deletes: Call<C, D>;
  deleteInput(id: string): Input<C, D>;
}

interface BalancingType<
  C extends object,
  R extends Describable,
  P,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
> extends Pick<Handler<NoInfer<R>, NoInfer<P>>, Own>,
    Pick<Handler<R, P>, 'parameters'>,
    Required<Pick<Handler<NoInfer<R>>, 'attributes'>>,
    Partial<Pick<Handler<NoInfer<R>, NoInfer<P>>, Optional>>,
    BalancingReading<C, R, M, L>,
    BalancingDeleting<C, D> {
  /** As a policy writes it after `arn:aws:`. */
  readonly arns: readonly string[];
  /** The calls of {@link describe} in addition to the read. */
  readonly describeCalls: readonly Call[];
  readonly restore: {
    /** In addition to the reads. */
    readonly calls: readonly Call[];
    /** @param now the result of a read by id */
    plan(wanted: Wanted, now: Read<NoInfer<R>> | undefined): Promise<Restoring>;
  };
}

/** The handler of such a type. */
export function balancingType<
  C extends object,
  R extends Describable,
  P,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
>(type: BalancingType<C, R, P, M, L, D>): Handler<R, P> {
  const { noun, arns, reads, idsInput, idOf, toResource, tagging, describeCalls, describe, ...more } = type;
  const { deletes, deleteInput, userOf, restore, ...described } = more;
  const { calls } = tagging;
  const reading = [reads, calls.describe, ...describeCalls];
  const byId = wholeById(type);
  return defineHandler<R, P>({
    ...described,
    provider: 'aws',
    unreadUsers: unreadUsersOf(type.resourceType),
    permissions: {
      list: permissionsOf(...reading),
      delete: permissionsOf(deletes),
      protect: permissionsOf(calls.add, calls.remove),
      restore: permissionsOf(...reading, ...restore.calls),
      resources: arns,
    },
    definition: wholeDefinition,
    open: (scope, io) =>
      openSession<R>(scope, io, {
        list: (reader) => listAll(type, reader),
        get: (reader, ids) => readById(reader, byId, ids),
        api: deletes.api,
        delete: (resource, targets) => remove(type, resource, targets),
        async restore(wanted) {
          const { id } = wanted.stored;
          return restore.plan(wanted, (await readById(wanted.restorer, byId, [id])).get(id));
        },
        tags: (target, { id }) => tagging.writer(target, id),
      }),
  });
}

async function* listAll<
  C extends object,
  R extends Describable,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
>(type: BalancingReading<C, R, M, L>, reader: CallScope): AsyncGenerator<readonly R[]> {
  for await (const page of pages(reader, type.reads, `listing ${type.noun}s`)) {
    yield (await withTags(type, reader, page)).flatMap(({ one, id, tagged }) => {
      if (tagged.kind === 'unknown') {
        throw new ReadError(`reading the tags of ${id}: ${tagged.why}`, { problem: 'malformed' });
      }
      const resource = tagged.kind === 'found' && type.toResource(one, tagged.resource.tags);
      return resource ? [unshareStrings(resource)] : [];
    });
  }
}

/** A description, and the read of its tags, before which it may have vanished. */
interface Tagged<O> {
  readonly one: O;
  readonly id: string;
  readonly tagged: Read<{ readonly tags: Tags }>;
}

async function withTags<
  C extends object,
  R extends Describable,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
>(
  { noun, idOf, tagging }: BalancingReading<C, R, M, L>,
  target: CallScope,
  all: readonly Described<C, M, L>[],
): Promise<readonly Tagged<Described<C, M, L>>[]> {
  const ids = all.map((one) => {
    const id = idOf(one);
    if (id) return id;
    throw new ReadError(`listing ${noun}s: one came without its id`, { problem: 'malformed' });
  });
  const reads = await readTags(target, tagging, ids);
  return all.map((one, index) => {
    const id = ids[index] ?? '';
    return { one, id, tagged: reads.get(id) ?? unknownRead('AWS was not asked') };
  });
}

/** Reads by id everything that is needed to rebuild the resource. */
function wholeById<C extends object, R extends Describable, M extends Method<C>, L extends keyof Output<C, M> & string>(
  type: BalancingReading<C, R, M, L>,
): ById<Tagged<Described<C, M, L>>, R> {
  return byId(type, async (target, one, resource, tags) => {
    return { ...resource, described: await type.describe(target, one, tags) };
  });
}

/** @param toFound makes the value of the read from a resource that was found */
function byId<C extends object, R extends Describable, M extends Method<C>, L extends keyof Output<C, M> & string, T>(
  type: BalancingReading<C, R, M, L>,
  toFound: (target: CallScope, one: Described<C, M, L>, resource: R, tags: Tags) => Promise<T>,
): ById<Tagged<Described<C, M, L>>, T> {
  const { noun, reads, idsInput, toResource } = type;
  return {
    api: reads.api,
    noun,
    most: MOST_IDS,
    idOf: ({ id }) => id,
    async fetch(target, ids) {
      return withTags(type, target, await list(target, reads, `reading ${noun}s`, idsInput([...ids])));
    },
    async toRead(target, id, { one, tagged }) {
      if (tagged.kind === 'unknown') return unknownRead(`reading the tags of ${id}: ${tagged.why}`);
      if (tagged.kind === 'gone') return tagged;
      const { tags } = tagged.resource;
      const resource = toResource(one, tags);
      if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
      try {
        return { kind: 'found', resource: await toFound(target, one, resource, tags) };
      } catch (error) {
        if (target.io.signal.aborted) throw error;
        return unknownRead(messageOf(error));
      }
    },
  };
}

/** Some of these calls answer a repetition, or a missing resource, with a success: the read before separates the two. */
async function remove<
  C extends object,
  R extends Describable,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
>(
  type: BalancingReading<C, R, M, L> & BalancingDeleting<C, D>,
  resource: R,
  { reader, deleter }: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { noun, userOf, deletes, deleteInput } = type;
  const withUser = byId(type, async (_target, one, found) => ({ found, user: userOf?.(one) }));
  const read = (await readById(reader, withUser, [resource.id])).get(resource.id);
  const user = read?.kind === 'found' ? read.resource.user : undefined;
  const now: Read<R> | undefined = read?.kind === 'found' ? { kind: 'found', resource: read.resource.found } : read;
  return deleteSame(noun, resource, now, async () => {
    if (user !== undefined) return { kind: 'refused', reason: `in use: ${user}` };
    return { kind: 'deleted', requestId: await sendForId(deleter, deletes, deleteInput(resource.id)) };
  });
}
