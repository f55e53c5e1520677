/** A resource type that one call lists, and finds again by ids or names; the differences between types are data. */
import { defined } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Reason } from '../../../core/common/reason.ts';
import type { DeleteOutcome, Read } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import { defineHandler, type HandlerDescription } from '../../contract/defineHandler.ts';
import type { Handler } from '../../contract/handler.ts';
import type { Quarantining } from '../../contract/quarantining.ts';
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
import type { Kind } from '../mentions/mention.ts';
import { deleteSame } from '../session/deleteSame.ts';
import { type Binned, binPermission } from '../session/recycleBin.ts';
import type { Wanted } from '../session/restoring.ts';
import { type CallScopes, openSession } from '../session/session.ts';
import { type Describable, wholeDefinition } from '../session/wholeDefinition.ts';
import { requestIdOf, send } from '../wire/client.ts';
import { readById, unknownRead } from '../wire/readById.ts';
import type { CallScope } from '../wire/target.ts';
import type { EachDescribed } from './describingEach.ts';
import { callsOf, type ReadsWith } from './resourceCalls.ts';
import { byId, type Calls, listAll, type Reading, withNotes } from './resourceReading.ts';

/** The members of a handler that the template makes. */
type Made = 'provider' | 'permissions' | 'unreadUsers' | 'definition' | 'open';

/** How one is deleted. */
interface Deleting<C extends object, D extends Method<C>, O, R> {
  readonly deletes: Call<C, D>;
  /** @param identity of the one that was judged */
  deleteInput(id: string, identity: string): Input<C, D>;
  /** Does the answer confirm the deletion? Absent: every answer does. */
  isDone?(answer: Output<C, D>, id: string): boolean;
  /** AWS's refusal in an answer that is no error; absent: a refusal is an error. */
  refusalIn?(answer: Output<C, D>): { readonly code: string; readonly message: string } | undefined;
  /** `accepted`: AWS continues the work after its answer. */
  readonly ends: 'deleted' | 'accepted';
  /**
   * AWS would also delete what has the name by now, or has been revised since, or would answer for a missing one with a
   * success: Holystone reads it again directly before the request, which is not sent for another.
   */
  readonly isReadAgain?: true;
  /** Its user, where AWS would delete a used one: it is read again, too. */
  userOf?(described: O): string | undefined;
  /** The other calls of {@link partsFirst}. */
  readonly alsoDeletes?: readonly Call[];
  /**
   * Where {@link isReadAgain}: deletes the parts that AWS wants gone before it, and then itself. Each was named in its notice.
   * @param now as it was read directly before, without a user
   */
  partsFirst?(
    now: R,
    checked: R,
    targets: CallScopes,
    remove: () => Promise<DeleteOutcome | undefined>,
  ): Promise<DeleteOutcome | undefined>;
  /**
   * Where {@link isReadAgain}: what follows on AWS's refusal, once the resource is read again. A second request, or why there is
   * none; `undefined`: the refusal is the outcome.
   */
  afterRefusal?(refusal: unknown, checked: R, targets: CallScopes): Promise<Input<C, D> | Withheld | undefined>;
  /** What follows AWS's confirmation. If it fails, the outcome is not known, and a read by id decides. */
  afterwards?(checked: R, targets: CallScopes): Promise<void>;
}

/** The outcome of a refused deletion that is sent no second time. */
export type Withheld = Extract<DeleteOutcome, { readonly kind: 'refused' | 'retry' }>;

/** @typeParam O what AWS describes */
export interface ResourceType<
  C extends object,
  R extends Describable,
  P,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
  O = Item<Output<C, M>, L>,
> extends Omit<HandlerDescription<NoInfer<R>, NoInfer<P>>, Made | 'parameters' | 'attributes'>,
    Pick<Handler<R, P>, 'parameters'>,
    Required<Pick<Handler<NoInfer<R>>, 'attributes'>>,
    Reading<O, R>,
    Deleting<C, D, O, NoInfer<R>> {
  /** As what others name it (`instance`), if that is not the name of the type. */
  readonly kind?: Kind;
  /** As a policy writes them after `arn:aws:`. */
  readonly arns: readonly string[];
  readonly reads: ListCall<C, M, L>;
  /** What one item of the listing describes, if that is not one resource. @throws ReadError */
  each?(item: Item<Output<C, M>, L>): readonly O[];
  /** The request for some of them, by ids or names; absent: {@link describesEach}. */
  idsInput?(ids: string[]): Input<C, M>;
  /** The listing has little more than names: this says what each is, in the listing and by its name. */
  readonly describesEach?: EachDescribed<Item<Output<C, M>, L>, O>;
  /** Several calls list them, of which {@link reads} is the first. */
  readonly readsWith?: ReadsWith<O>;
  /** The calls of {@link describe} in addition to the read. */
  readonly describeCalls?: readonly Call[];
  /** Asks whether the deletion would be allowed; absent: the API has no dry run. */
  dryRun?(deleter: CallScope, call: Call<C, D>, input: Input<C, D>): Promise<void>;
  /** Absent if the Recycle Bin does not support the type. */
  readonly binned?: Binned;
  quarantining?(targets: CallScopes, parameters: NoInfer<P>): Quarantining<NoInfer<R>>;
  /** Its note in the notice, where the keys of the entry decide it. Absent: that of the resource. */
  noteOf?(resource: NoInfer<R>, parameters: NoInfer<P>): Reason;
  readonly restore: {
    /** In addition to the reads. */
    readonly calls: readonly Call[];
    /** @param now the result of a read by id; of a type that stops, also one whose run is over */
    plan(wanted: Wanted, now: Read<NoInfer<R>> | undefined): Promise<Restoring>;
  };
}

/** The handler of such a type. */
export function resourceType<
  C extends object,
  R extends Describable,
  P,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  D extends Method<C>,
  O = Item<Output<C, M>, L>,
>(type: ResourceType<C, R, P, M, L, D, O>): Handler<R, P> {
  const {
    arns,
    reads,
    describesEach,
    describeCalls = [],
    tagging,
    deletes,
    deleteInput,
    dryRun,
    binned,
    quarantining,
    restore,
  } = type;
  const listing = [
    reads,
    ...(describesEach?.calls ?? []),
    ...(type.readsWith?.calls ?? []),
    ...(tagging?.listing ? [tagging.listing.call] : []),
  ];
  const reading = [...listing, ...describeCalls];
  const read = { ...type, ...callsOf(type) };
  const { describe = (_target: CallScope, one: O) => one as R['described'] } = type;
  const { noteOf } = type;
  const noted = (parameters: P) => (noteOf ? withNotes<O, R>(read, (one) => noteOf(one, parameters)) : read);
  const whole = (parameters: P) =>
    byId<O, R, R>(noted(parameters), async (target, resource, one, beside) => {
      const described = await describe(target, one, beside);
      return described === undefined ? undefined : { ...resource, described };
    });
  const existing = byId({ ...read, isOver: () => false }, async (_target, resource) => resource);
  return defineHandler<R, P>({
    ...type,
    provider: 'aws',
    unreadUsers: unreadUsersOf(type.kind ?? type.resourceType),
    permissions: {
      list: permissionsOf(...reading),
      delete: permissionsOf(deletes, ...(type.alsoDeletes ?? [])),
      ...(tagging && { protect: permissionsOf(tagging.calls.add, tagging.calls.remove) }),
      ...(binned && { restorable: [binPermission(binned)] }),
      restore: permissionsOf(...reading, ...restore.calls),
      resources: arns,
    },
    definition: wholeDefinition,
    open: (scope, io) =>
      openSession<R>(scope, io, {
        list: (reader) => listAll(noted(scope.parameters), reader),
        get: (reader, ids) => readById(reader, whole(scope.parameters), ids),
        ...(type.isOver && { getExisting: (reader, ids) => readById(reader, existing, ids) }),
        api: deletes.api,
        ...(dryRun && { dryRun: (deleter, { id, identity }) => dryRun(deleter, deletes, deleteInput(id, identity)) }),
        delete: (checked, targets) =>
          type.isReadAgain || type.userOf ? removeSame(type, read, checked, targets) : remove(type, checked, targets),
        ...(quarantining && { quarantine: (targets: CallScopes) => quarantining(targets, scope.parameters) }),
        ...defined({ binned, tags: tagging?.writer }),
        async restore(wanted) {
          const { id } = wanted.stored;
          // What was only stopped is there, though its run is over.
          const as = type.stops ? existing : whole(scope.parameters);
          return restore.plan(wanted, (await readById(wanted.restorer, as, [id])).get(id));
        },
      }),
  });
}

async function removeSame<C extends object, R extends Describable, D extends Method<C>, O>(
  type: Deleting<C, D, O, R>,
  read: Reading<O, R> & Calls<O>,
  checked: R,
  targets: CallScopes,
): Promise<DeleteOutcome | undefined> {
  try {
    return await removeRead(type, read, checked, targets);
  } catch (error) {
    const next = await type.afterRefusal?.(error, checked, targets);
    if (next === undefined) throw error;
    if (isWithheld(next)) return next;
    return removeRead({ ...type, deleteInput: () => next }, read, checked, targets);
  }
}

function isWithheld<I>(next: I | Withheld): next is Withheld {
  return typeof next === 'object' && next !== null && 'kind' in next;
}

async function removeRead<C extends object, R extends Describable, D extends Method<C>, O>(
  type: Deleting<C, D, O, R>,
  read: Reading<O, R> & Calls<O>,
  checked: R,
  targets: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id } = checked;
  const looking = byId(read, async (_target, resource, one) => ({ ...resource, user: type.userOf?.(one) }));
  const now = await readById(targets.reader, looking, [id]).catch((error: unknown) => {
    if (error instanceof ReadError) return new Map([[id, unknownRead(error.message)]]);
    throw error;
  });
  return deleteSame(read.noun, checked, now.get(id), async (found) => {
    if (found.user !== undefined) return { kind: 'refused', reason: `in use: ${found.user}` };
    const whole = () => remove(type, checked, targets);
    return type.partsFirst ? type.partsFirst(found, checked, targets, whole) : whole();
  });
}

/** @returns `undefined`: the answer does not show the result */
async function remove<C extends object, R extends Describable, D extends Method<C>, O>(
  { deletes, deleteInput, isDone, refusalIn, afterwards, ends }: Deleting<C, D, O, R>,
  checked: R,
  targets: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id, identity } = checked;
  const answer = await send(targets.deleter, deletes, deleteInput(id, identity));
  const refusal = refusalIn?.(answer);
  // As if the service had answered with the error: its code says what it means.
  if (refusal)
    throw Object.assign(new Error(refusal.message), { name: refusal.code, $metadata: { httpStatusCode: 400 } });
  if (isDone && !isDone(answer, id)) return undefined;
  await afterwards?.(checked, targets);
  return { kind: ends, requestId: requestIdOf(answer) };
}
