/** A resource type whose API has names but no ids; the differences between types are data. */
import type { AutoScaling } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/common/errors.ts';
import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import { defineHandler } from '../../contract/defineHandler.ts';
import type { Handler } from '../../contract/handler.ts';
import { autoScaling } from '../calls/autoScaling.ts';
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
import { deleteSame } from '../session/deleteSame.ts';
import type { Wanted } from '../session/restoring.ts';
import { type CallScopes, openSession, type TypeOperations } from '../session/session.ts';
import { sendForId } from '../wire/client.ts';
import { type ByName, readByName } from '../wire/readByName.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Only Auto Scaling has such types. */
type Methods = Method<AutoScaling>;
type Described<M extends Methods, L extends keyof Output<AutoScaling, M>> = Item<Output<AutoScaling, M>, L>;
type Own = 'resourceType' | 'summary' | 'evidence';
type Optional =
  | 'alsoCalled'
  | 'called'
  | 'keepKey'
  | 'safeguards'
  | 'rules'
  | 'setPolicies'
  | 'monthlyCost'
  | 'pageOf'
  | 'problemsOf';

interface NamedType<
  R extends Resource,
  P,
  M extends Methods,
  L extends keyof Output<AutoScaling, M> & string,
  D extends Methods,
> extends Pick<Handler<NoInfer<R>, NoInfer<P>>, Own>,
    Pick<Handler<R, P>, 'parameters'>,
    Required<Pick<Handler<NoInfer<R>>, 'attributes'>>,
    Partial<Pick<Handler<NoInfer<R>, NoInfer<P>>, Optional>> {
  /** `launch configuration`; the plural adds an s. */
  readonly noun: string;
  /** As a policy writes it after `arn:aws:`. */
  readonly arn: string;
  readonly reads: ListCall<AutoScaling, M, L>;
  /** The request for at most `most` of these names. */
  readonly named: { readonly most: number; input(names: string[]): Partial<Input<AutoScaling, M>> };
  /** `undefined` for an answer without a name or an identity: it could not be recognised later. */
  toResource(described: Described<M, L>): R | undefined;
  readonly deletes: Call<AutoScaling, D>;
  deleteInput(name: string): Input<AutoScaling, D>;
  /** `accepted`: AWS continues the work after its answer. */
  readonly ends: 'deleted' | 'accepted';
  /** Absent if the type has no tags. */
  readonly tags?: NonNullable<TypeOperations<NoInfer<R>>['tags']>;
  readonly restore: {
    /** In addition to the read. */
    readonly calls: readonly Call[];
    /** @param now the result of a read by name */
    plan(wanted: Wanted, now: Read<NoInfer<R>> | undefined): Promise<Restoring>;
  };
}

/** The handler of such a type. `definition` is AWS's description, from a read by name. */
export function namedType<
  R extends Resource & { readonly described?: Described<M, L> },
  P,
  M extends Methods,
  L extends keyof Output<AutoScaling, M> & string,
  D extends Methods,
>(type: NamedType<R, P, M, L, D>): Handler<R, P> {
  const { noun, arn, reads, named, toResource, deletes, deleteInput, ends, tags, restore, ...described } = type;
  const resourceOf = (one: Described<M, L>): R => {
    const resource = toResource(one);
    if (resource) return resource;
    throw new ReadError(`reading ${noun}s: one came without name or ARN`, { problem: 'malformed' });
  };
  const byName: ByName<Described<M, L>, R> = {
    noun,
    most: named.most,
    fetch: (target, what, names) => pages(target, reads, what, named.input([...names])),
    toResource: (one) => ({ ...resourceOf(one), described: one }),
  };
  async function* list(reader: CallScope): AsyncGenerator<readonly R[]> {
    for await (const page of pages(reader, reads, `listing ${noun}s`))
      yield page.map((one) => unshareStrings(resourceOf(one)));
  }
  async function remove(resource: R, { reader, deleter }: CallScopes): Promise<DeleteOutcome | undefined> {
    const now = (await readByName(reader, byName, [resource.id])).get(resource.id);
    return deleteSame(noun, resource, now, async () => {
      return { kind: ends, requestId: await sendForId(deleter, deletes, deleteInput(resource.id)) };
    });
  }
  return defineHandler<R, P>({
    ...described,
    provider: 'aws',
    unreadUsers: unreadUsersOf(type.resourceType),
    permissions: {
      list: permissionsOf(reads),
      delete: permissionsOf(deletes),
      ...(tags && { protect: permissionsOf(autoScaling.createOrUpdateTags, autoScaling.deleteTags) }),
      restore: permissionsOf(reads, ...restore.calls),
      resources: [arn],
    },
    definition(resource) {
      if (resource.described) return resource.described;
      throw new Error(`${resource.id} was not read by name: its definition is not complete`);
    },
    open: (scope, io) =>
      openSession<R>(scope, io, {
        list,
        get: (reader, names) => readByName(reader, byName, names),
        api: deletes.api,
        delete: remove,
        async restore(wanted) {
          const { id } = wanted.stored;
          return restore.plan(wanted, (await readByName(wanted.restorer, byName, [id])).get(id));
        },
        ...(tags && { tags }),
      }),
  });
}
