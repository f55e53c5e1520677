import type { LookedFor } from '../../../core/resource/lookedFor.ts';
import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';
import type { Restorable, Restoring } from '../../../core/resource/restoring.ts';
import type { Io, Scope, Session } from '../../contract/handler.ts';
import type { Quarantining } from '../../contract/quarantining.ts';
import { verifyAccount } from '../wire/account.ts';
import type { CallScope } from '../wire/target.ts';
import { deleteEach, deleteTogether } from './deleting.ts';
import { protecting, type TagWriter } from './protecting.ts';
import { type Binned, restorable } from './recycleBin.ts';
import { planRestore, type Wanted } from './restoring.ts';

/** The two identities of a session: only `deleter` may change something. */
export interface CallScopes {
  readonly reader: CallScope;
  readonly deleter: CallScope;
}

interface Operations<R extends Resource> {
  list(reader: CallScope): AsyncIterable<readonly R[]>;
  /** See `Session.lookedFor`. */
  lookedFor?(reader: CallScope): Promise<readonly LookedFor[]>;
  /** See `Session.heldBackBecause`. */
  heldBackBecause?(reader: CallScope): Promise<string | undefined>;
  get(reader: CallScope, ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /** See `FurtherReads`. */
  getExisting?(reader: CallScope, ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /** See `FurtherReads`. */
  getParts?(reader: CallScope, ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /** The API of `delete`: `ec2:DeregisterImage`. */
  readonly api: string;
  dryRun?(deleter: CallScope, resource: R): Promise<void>;
  /** Writes the marks of another tool; see `Session.markElsewhere`. */
  markElsewhere?(batch: readonly R[], at: number | undefined, targets: CallScopes): Promise<void>;
  /** Absent if the type has no quarantine. */
  quarantine?(targets: CallScopes): Quarantining<R>;
  /** Absent if the Recycle Bin does not support the type. */
  readonly binned?: Binned;
  /** Whether something else of AWS keeps a deleted resource; see `Session.restorable`. */
  restorable?(reader: CallScope, id: string): Promise<Restorable>;
  /** Absent if the type cannot be restored. */
  restore?(wanted: Wanted): Promise<Restoring>;
  /** Absent if the type has no tags. */
  tags?(deleter: CallScope, resource: R): TagWriter;
}

interface DeletesEach<R extends Resource> {
  /** Sends one request; `undefined`: the answer does not show the result, and a read by id decides. */
  delete(resource: R, targets: CallScopes): Promise<DeleteOutcome | undefined>;
  readonly deleteAll?: never;
}

interface DeletesAll<R extends Resource> {
  /**
   * Sends one request for all of them, each with its own outcome; a resource that is missing in the answer is read by
   * id.
   */
  deleteAll(batch: readonly R[], targets: CallScopes): Promise<ReadonlyMap<string, DeleteOutcome>>;
  readonly delete?: never;
}

/** The operations that differ per type. */
export type TypeOperations<R extends Resource> = Operations<R> & (DeletesEach<R> | DeletesAll<R>);

/** Opens a session of one account and region, with the behaviour that all AWS types share. */
export function openSession<R extends Resource>(
  { account, accounts, location }: Scope,
  io: Io,
  effects: TypeOperations<R>,
): Session<R> {
  const reader: CallScope = { account, accounts, region: location, identity: 'reader', io };
  const deleter: CallScope = { ...reader, identity: 'deleter' };
  const restorer: CallScope = { ...reader, identity: 'restorer' };
  const { binned, dryRun, getExisting, getParts, heldBackBecause, lookedFor, markElsewhere, restore, tags } = effects;
  return {
    async verifyAccount() {
      await verifyAccount(reader);
      if (io.permit) await verifyAccount(deleter);
    },
    list: () => effects.list(reader),
    ...(lookedFor && { lookedFor: () => lookedFor(reader) }),
    ...(heldBackBecause && { heldBackBecause: () => heldBackBecause(reader) }),
    get: (ids) => effects.get(reader, ids),
    ...(getExisting && { getExisting: (ids) => getExisting(reader, ids) }),
    ...(getParts && { getParts: (ids) => getParts(reader, ids) }),
    ...(dryRun && { dryRunDelete: (resource) => dryRun(deleter, resource) }),
    delete: (batch) =>
      effects.deleteAll
        ? deleteTogether(deleter, effects.api, batch, () => effects.deleteAll(batch, { reader, deleter }))
        : deleteEach(deleter, effects.api, batch, (resource) => effects.delete(resource, { reader, deleter })),
    ...(markElsewhere && { markElsewhere: (batch, at) => markElsewhere(batch, at, { reader, deleter }) }),
    ...(effects.quarantine && { quarantine: effects.quarantine({ reader, deleter }) }),
    ...(binned && { restorable: (id) => restorable(reader, binned, id) }),
    ...(effects.restorable && {
      restorable: async (id: string) => effects.restorable?.(reader, id) as Promise<Restorable>,
    }),
    ...(restore && {
      restore: (stored, recoverableUntil) => planRestore({ restorer, stored, recoverableUntil }, restore),
    }),
    ...(tags && { protect: (resource, until) => protecting(deleter, resource, until, tags(deleter, resource)) }),
  };
}
