/**
 * Takes resources out of quarantine on request of a person at a terminal, or because the configuration no longer names
 * their namespace. A resource with our tag is released as long as the account is configured.
 */
import { LockLostError, messageOf } from '../../core/common/errors.ts';
import { findOptOut } from '../../core/owner/optOut.ts';
import { accountOf } from '../../core/policy/stranded.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { Fence, MarkStore } from '../../core/ports/ports.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import { type Namespace, typeOf } from '../../core/resource/namespace.ts';
import { ownAlias, type Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { tagAgain } from '../deletion/lostTag.ts';
import { isPutAway, isQuarantined, release } from '../deletion/quarantine.ts';
import type { Declared, LifecycleDeps, OpenDeps } from '../pass/deps.ts';
import { decisionsOf } from '../survey/decisions.ts';
import { type OpenedThere, openThere, type Where } from '../survey/opened.ts';

/** `holystone release` passes these, and so does the daemon for namespaces that left the configuration. */
export interface ReleaseDeps extends OpenDeps, Pick<LifecycleDeps, 'audit' | 'quarantines'> {
  readonly marks: Pick<MarkStore, 'get' | 'apply'>;
  readonly lastUsed: Pick<LastUsedStore, 'seen'>;
}

/** The end of a quarantine, by a person or by a survey. */
export interface ReleaseOrder {
  readonly namespace: Namespace;
  readonly actor: string;
  /** For the audit log. */
  readonly reason: string;
  /** A person wants it back, which counts as a use. */
  readonly isUse: boolean;
}

/** The place of a namespace that the configuration need not name; `undefined` = its account is unknown. */
export function whereOf(
  { accounts }: Pick<Declared, 'accounts'>,
  namespace: Namespace,
  location: string,
  handler: Handler,
): Where | undefined {
  const account = accountOf(accounts, namespace);
  if (!account) return undefined;
  const { resourceType } = handler;
  const parameters = handler.parameters.parse({});
  return { namespace, account, accounts: siblings(accounts, account), location, resourceType, parameters };
}

function siblings(accounts: readonly Account[], { provider }: Account): readonly Account[] {
  return accounts.filter((one) => one.provider === provider);
}

/** The resources with our tag, by a complete listing. @throws ReadError */
export async function listQuarantined({ session }: OpenedThere): Promise<readonly Resource[]> {
  await session.verifyAccount();
  const found: Resource[] = [];
  for await (const page of session.list()) found.push(...page.filter(isQuarantined));
  return found;
}

/**
 * Releases resources with our tag, and drops their marks: owners get a new notice if they become candidates again.
 * @returns the ids that are out; the others stay where they are, and the log says why
 */
export async function releaseResources(
  deps: ReleaseDeps,
  { session }: OpenedThere,
  resources: readonly Resource[],
  order: ReleaseOrder,
  fence: Fence,
): Promise<readonly string[]> {
  const { namespace, actor, reason, isUse } = order;
  const out: string[] = [];
  for (const resource of resources) {
    if (isUse) await deps.lastUsed.seen(namespace, [ownAlias(resource)], deps.clock.now());
    if (!(await release(deps, namespace, session, resource, { actor, reason }))) continue;
    out.push(resource.id);
    await dropMark(deps, resource, order, fence);
  }
  return out;
}

async function dropMark(
  { marks, clock }: ReleaseDeps,
  { id, identity }: Resource,
  { namespace, actor, reason }: ReleaseOrder,
  fence: Fence,
): Promise<void> {
  const before = await marks.get(namespace, id);
  if (!before || before.identity !== identity || before.state === 'deleting') return;
  const { generation } = before;
  const audit = { at: clock.now(), namespace, id, event: 'unmarked', actor, reason, generation } as const;
  await marks.apply(namespace, [{ id, before, after: undefined, audit }], fence);
}

/**
 * Releases the recorded resources of a namespace that the configuration no longer names. In dry run, and where the
 * account is not configured either, nothing is done: `serve`, `validate` and `plan` warn of it.
 */
export async function releaseStranded(
  deps: ReleaseDeps & Pick<LifecycleDeps, 'declared' | 'definitions' | 'optOuts'>,
  namespace: Namespace,
  fence: Fence,
  signal: AbortSignal,
): Promise<void> {
  const declared = deps.declared();
  if (declared.dryRun) return;
  const ids = await deps.quarantines.ids(namespace);
  if (ids.length === 0) return deps.quarantines.remove(namespace, []);
  const handler = deps.handlerOf(typeOf(namespace));
  const where = whereOf(declared, namespace, await deps.quarantines.location(namespace), handler);
  if (!where) return;
  const reason = 'no entry of the configuration covers it any more';
  try {
    const opened = openThere(deps, where, signal);
    await opened.session.verifyAccount();
    const reads = await (opened.session.getExisting?.(ids) ?? opened.session.get(ids));
    const inside: Resource[] = [];
    for (const id of ids) {
      const read = reads.get(id);
      if (read?.kind !== 'found') continue;
      if (isQuarantined(read.resource)) inside.push(read.resource);
      else inside.push(...(await untagged(deps, opened, where, read.resource)));
    }
    const order = { namespace, actor: 'holystone', reason, isUse: false };
    await releaseResources(deps, opened, inside, order, fence);
    const isStill = new Set(inside.map(({ id }) => id));
    const gone = ids.filter((id) => !isStill.has(id) && isKnown(reads.get(id)));
    if (gone.length > 0) await deps.quarantines.remove(namespace, gone);
  } catch (error) {
    if (error instanceof LockLostError || signal.aborted) throw error;
    deps.log.warn(
      { namespace, problem: messageOf(error) },
      `${reason}, and it could not be released; Holystone will try again`,
    );
  }
}

/** Somebody removed its tag, and its mark says that Holystone has put it away, or a decision to keep it has removed the mark. */
async function untagged(
  deps: Pick<ReleaseDeps, 'marks' | 'clock'> & Pick<LifecycleDeps, 'definitions' | 'optOuts'>,
  { session }: OpenedThere,
  where: Where,
  resource: Resource,
): Promise<readonly Resource[]> {
  const { namespace } = where;
  const mark = await deps.marks.get(namespace, resource.id);
  const isOurs = mark
    ? isPutAway(mark)
    : findOptOut(resource, await decisionsOf(deps, where), deps.clock.now()) !== undefined;
  const tagged = isOurs && (await tagAgain(deps, session, resource, mark ?? { ...resource, namespace }));
  return tagged ? [tagged] : [];
}

function isKnown(read: { readonly kind: string } | undefined): boolean {
  return read !== undefined && read.kind !== 'unknown';
}
