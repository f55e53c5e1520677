import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import type { Io, Quarantining, Scope, Session } from '../../contract/handler.ts';
import { verifyAccount } from '../wire/account.ts';
import type { CallScope } from '../wire/target.ts';
import { deleteEach } from './deleting.ts';
import { protecting, type TagWriter } from './protecting.ts';
import { type Binned, restorable } from './recycleBin.ts';
import { planRestore, type Wanted } from './restoring.ts';

/** The two identities of a session: only `deleter` may change something. */
export interface CallScopes {
  readonly reader: CallScope;
  readonly deleter: CallScope;
}

/** What differs from one type to the next. */
export interface TypeOperations<R extends Resource> {
  list(reader: CallScope): AsyncIterable<readonly R[]>;
  get(reader: CallScope, ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /** Of `delete`: `ec2:DeregisterImage`. */
  readonly api: string;
  dryRun?(deleter: CallScope, resource: R): Promise<void>;
  /** One request; `undefined`: the answer does not say what became of it, and a read by id decides. */
  delete(resource: R, targets: CallScopes): Promise<DeleteOutcome | undefined>;
  /** Absent where there is no such step. */
  quarantine?(targets: CallScopes): Quarantining<R>;
  /** Absent where the Recycle Bin does not take the type. */
  readonly binned?: Binned;
  /** Absent where there is no way back. */
  restore?(wanted: Wanted): Promise<Restoring>;
  /** Absent where the type takes no tags. */
  tags?(deleter: CallScope, resource: R): TagWriter;
}

/** A session of one account and region, with what all AWS types do alike. */
export function openSession<R extends Resource>(
  { account, accounts, location }: Scope,
  io: Io,
  effects: TypeOperations<R>,
): Session<R> {
  const reader: CallScope = { account, accounts, region: location, identity: 'reader', io };
  const deleter: CallScope = { ...reader, identity: 'deleter' };
  const restorer: CallScope = { ...reader, identity: 'restorer' };
  const { binned, dryRun, restore, tags } = effects;
  return {
    async verifyAccount() {
      await verifyAccount(reader);
      if (io.permit) await verifyAccount(deleter);
    },
    list: () => effects.list(reader),
    get: (ids) => effects.get(reader, ids),
    ...(dryRun && { dryRunDelete: (resource) => dryRun(deleter, resource) }),
    delete: (batch) =>
      deleteEach(deleter, effects.api, batch, (resource) => effects.delete(resource, { reader, deleter })),
    ...(effects.quarantine && { quarantine: effects.quarantine({ reader, deleter }) }),
    ...(binned && { restorable: (id) => restorable(reader, binned, id) }),
    ...(restore && { restore: (stored, heldUntil) => planRestore({ restorer, stored, heldUntil }, restore) }),
    ...(tags && { protect: (resource, until) => protecting(deleter, resource, until, tags(deleter, resource)) }),
  };
}
