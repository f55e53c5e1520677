/** A resource type with EC2 ids; the differences between types are data. */
import type { EC2 } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { type DeleteOutcome, type Read, unsent } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import { defineHandler } from '../../contract/defineHandler.ts';
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
import { ec2 } from '../calls/ec2.ts';
import { unreadUsersOf } from '../evidence/unreadUsers.ts';
import { unshareStrings } from '../resources/unshareStrings.ts';
import { dryRun } from '../session/dryRun.ts';
import { ec2Tags } from '../session/ec2Tags.ts';
import { type Binned, binPermission } from '../session/recycleBin.ts';
import type { Wanted } from '../session/restoring.ts';
import { type CallScopes, openSession } from '../session/session.ts';
import { type Describable, wholeDefinition } from '../session/wholeDefinition.ts';
import { requestIdOf, send } from '../wire/client.ts';
import { isMalformed } from '../wire/errors.ts';
import { type ById, readById, unknownRead } from '../wire/readById.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

const FIRST = 'its first version';
type Methods = Method<EC2>;
type Described<M extends Methods, L extends keyof Output<EC2, M>> = Item<Output<EC2, M>, L>;
type Optional =
  | 'after'
  | 'alsoCalled'
  | 'called'
  | 'dated'
  | 'firstSeenIsUse'
  | 'monthlyCost'
  | 'missingEvidence'
  | 'pageOf'
  | 'problemsOf'
  | 'quarantine'
  | 'reach'
  | 'rules'
  | 'safeguards'
  | 'setPolicies'
  | 'unlistedUsers'
  | 'usedByTypes';

/** How such resources are listed and read by id. */
interface Ec2Reading<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string> {
  /** `volume`; the plural adds an s. */
  readonly noun: string;
  readonly reads: ListCall<EC2, M, L>;
  /** The request for these ids. EC2 allows no paging together with ids, and returns all of at most 1,000. */
  idsInput(ids: string[]): Input<EC2, M>;
  idOf(described: Described<M, L>): string | undefined;
  /** `undefined` for an answer without an id. @param accountId of the account, if the configuration names it */
  toResource(described: Described<M, L>, accountId: string | undefined): R | undefined;
  /** Is the described resource already gone? Absent: no. */
  isGone?(described: Described<M, L>): boolean;
  /** Its user, where AWS would delete a used one: Holystone reads it again directly before the request. */
  userOf?(described: Described<M, L>): string | undefined;
  /** Users revise it (`Resource.revision`), and AWS would delete it with a revision of this moment: the same. */
  readonly isRevised?: true;
  /** Everything needed to rebuild the resource; `undefined`: it is gone. @throws ReadError */
  describe(
    target: CallScope,
    described: Described<M, L>,
    id: string,
  ): NoInfer<R>['described'] | Promise<NoInfer<R>['described']>;
}

/** How one is deleted. */
interface Ec2Deleting<D extends Methods> {
  readonly deletes: Call<EC2, D>;
  deleteInput(id: string): Input<EC2, D>;
  /** Does the answer confirm the deletion? Absent: every answer does. */
  isDone?(answer: Output<EC2, D>, id: string): boolean;
  /** `accepted`: AWS continues the work after its answer. */
  readonly ends: 'deleted' | 'accepted';
}

interface Ec2Type<
  R extends Describable,
  P,
  M extends Methods,
  L extends keyof Output<EC2, M> & string,
  D extends Methods,
> extends Pick<Handler<NoInfer<R>, NoInfer<P>>, 'resourceType' | 'summary' | 'evidence'>,
    Pick<Handler<R, P>, 'parameters'>,
    Required<Pick<Handler<NoInfer<R>>, 'attributes'>>,
    Partial<Pick<Handler<NoInfer<R>, NoInfer<P>>, Optional>>,
    Ec2Reading<R, M, L>,
    Ec2Deleting<D> {
  /** As a policy writes it after `arn:aws:`. */
  readonly arn: string;
  /** The calls of {@link describe} in addition to the read. */
  readonly describeCalls?: readonly Call[];
  /** Absent if the Recycle Bin does not support the type. */
  readonly binned?: Binned;
  quarantining?(targets: CallScopes): Quarantining<NoInfer<R>>;
  readonly restore: {
    /** In addition to the reads. */
    readonly calls: readonly Call[];
    /** @param now the result of a read by id */
    plan(wanted: Wanted, now: Read<NoInfer<R>> | undefined): Promise<Restoring>;
  };
}

/** The handler of such a type. */
export function ec2Type<
  R extends Describable,
  P,
  M extends Methods,
  L extends keyof Output<EC2, M> & string,
  D extends Methods,
>(type: Ec2Type<R, P, M, L, D>): Handler<R, P> {
  const { noun, arn, reads, idsInput, idOf, toResource, isGone, describeCalls = [], describe, ...more } = type;
  const { deletes, deleteInput, isRevised, userOf, isDone, ends, binned, quarantining, restore, ...described } = more;
  const byId = byIdOf(type);
  return defineHandler<R, P>({
    ...described,
    provider: 'aws',
    unreadUsers: unreadUsersOf(type.resourceType),
    permissions: {
      list: permissionsOf(reads, ...describeCalls),
      delete: permissionsOf(deletes),
      protect: permissionsOf(ec2.createTags, ec2.deleteTags),
      ...(binned && { restorable: [binPermission(binned)] }),
      restore: permissionsOf(reads, ...describeCalls, ...restore.calls),
      resources: [arn],
    },
    definition: wholeDefinition,
    open: (scope, io) =>
      openSession<R>(scope, io, {
        list: (reader) => listAll(type, reader),
        get: (reader, ids) => readById(reader, byId, ids),
        api: deletes.api,
        dryRun: (deleter, { id }) => dryRun(deleter, deletes, deleteInput(id)),
        delete: (checked, targets) => remove(type, checked, targets),
        ...defined({ quarantine: quarantining, binned }),
        async restore(wanted) {
          const { id } = wanted.stored;
          return restore.plan(wanted, (await readById(wanted.restorer, byId, [id])).get(id));
        },
        tags: ec2Tags,
      }),
  });
}

async function* listAll<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string>(
  { noun, reads, toResource }: Ec2Reading<R, M, L>,
  reader: CallScope,
): AsyncGenerator<readonly R[]> {
  for await (const page of pages(reader, reads, `listing ${noun}s`)) {
    yield page.map((one) => {
      const resource = toResource(one, reader.account.id);
      if (resource) return unshareStrings(resource);
      throw new ReadError(`listing ${noun}s: one came without an id`, { problem: 'malformed' });
    });
  }
}

function byIdOf<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string>(
  type: Ec2Reading<R, M, L>,
): ById<Described<M, L>, R> {
  const { noun, reads, idOf, idsInput } = type;
  return {
    api: reads.api,
    noun,
    idOf,
    fetch: (target, ids) => list(target, reads, `reading ${noun}s`, idsInput([...ids])),
    toRead: (target, id, one) => toRead(type, target, id, one),
  };
}

async function toRead<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string>(
  { toResource, isGone, describe }: Ec2Reading<R, M, L>,
  target: CallScope,
  id: string,
  one: Described<M, L>,
): Promise<Read<R>> {
  if (isGone?.(one)) return { kind: 'gone' };
  const resource = toResource(one, target.account.id);
  if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
  try {
    const whole = await describe(target, one, id);
    return whole === undefined ? { kind: 'gone' } : { kind: 'found', resource: { ...resource, described: whole } };
  } catch (error) {
    if (target.io.signal.aborted) throw error;
    return unknownRead(messageOf(error));
  }
}

/** @returns `undefined`: the answer does not show the result */
async function remove<
  R extends Describable,
  M extends Methods,
  L extends keyof Output<EC2, M> & string,
  D extends Methods,
>(
  type: Ec2Reading<R, M, L> & Ec2Deleting<D>,
  checked: R,
  { reader, deleter }: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id } = checked;
  const { deletes, deleteInput, isDone, ends } = type;
  const changed = (type.userOf || type.isRevised) && (await changeSince(type, checked, reader));
  if (changed) return changed;
  const answer = await send(deleter, deletes, deleteInput(id));
  if (isDone && !isDone(answer, id)) return undefined;
  return { kind: ends, requestId: requestIdOf(answer) };
}

/** Why the resource stays, as a read of this moment shows it. @throws the SDK's own errors: "not found" is an outcome */
async function changeSince<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string>(
  type: Ec2Reading<R, M, L>,
  checked: R,
  reader: CallScope,
): Promise<DeleteOutcome | undefined> {
  const now = await readAgain(type, reader, checked.id);
  if (typeof now === 'string') return unsent(now, 0);
  const user = type.userOf?.(now);
  if (user !== undefined) return { kind: 'refused', reason: `in use: ${user}` };
  const revision = type.toResource(now, reader.account.id)?.revision;
  if (revision === checked.revision) return undefined;
  return unsent(`it is at ${revision ?? FIRST} now, not at ${checked.revision ?? FIRST}`, 0);
}

/** A text: why the answer shows nothing. */
async function readAgain<R extends Describable, M extends Methods, L extends keyof Output<EC2, M> & string>(
  { noun, reads, idsInput, idOf }: Ec2Reading<R, M, L>,
  reader: CallScope,
  id: string,
): Promise<Described<M, L> | string> {
  try {
    const found = await list(reader, reads, `reading ${noun}s`, idsInput([id]));
    return found.find((described) => idOf(described) === id) ?? `AWS answered without ${id}`;
  } catch (error) {
    if (error instanceof ReadError) return error.message;
    if (isMalformed(error)) return `AWS's answer about ${id} could not be read`;
    throw error;
  }
}
