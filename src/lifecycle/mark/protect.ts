/**
 * Writes opt-outs on the resources themselves, until done (L62). Never in dry run (law 5), nor in an account without
 * id.
 */
import { messageOf } from '../../core/common/errors.ts';
import { retryDelayMs } from '../../core/mark/intent.ts';
import { inForce, KEEP_TAG, lasts, type OptOuts, targetKey } from '../../core/owner/optOut.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { PendingTag } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { Protection } from '../../handlers/contract/protection.ts';
import { tagAgain } from '../deletion/lostTag.ts';
import { isQuarantined, release } from '../deletion/quarantine.ts';
import type { ProtectDeps } from '../pass/deps.ts';
import { decisionsOf } from '../survey/decisions.ts';
import { type Opened, open } from '../survey/opened.ts';

const TAGS_PER_PASS = 200;
const ALL_TAGS = 100_000;

/**
 * Writes at most 200 pending keep tags. A failed one waits for its next attempt; a type without keep tags settles them
 * at once; a dry run writes none (law 5).
 */
export async function protectPass(deps: ProtectDeps, wc: WorkConfiguration, signal: AbortSignal): Promise<void> {
  if (deletesNothingBecause(wc) !== undefined) return;
  const opened = open(deps, wc, signal);
  if (!opened.session.protect) return settleAll(deps, wc, signal);
  await leaveTagsOfLostDecisions(deps, wc.namespace);
  const pending = await deps.optOuts.pendingTags(wc.namespace, deps.clock.now(), TAGS_PER_PASS);
  if (pending.length === 0) return;
  const decisions = await decisionsOf(deps, wc);
  for (const tag of pending) {
    if (signal.aborted) return;
    await writeTag(deps, opened, tag, longestOf(tag, decisions, deps.clock.now()));
  }
}

/** What another type says of the same thing may last longer than what this namespace has to write. */
function longestOf({ id, until }: PendingTag, decisions: OptOuts, now: number): PendingTag['until'] {
  const decided = decisions.get(targetKey({ kind: 'id', value: id }));
  if (decided === undefined || !inForce(decided, now)) return until;
  return until !== undefined && lasts(until, decided.until) ? until : decided.until;
}

/**
 * Gives up removals of keep tags that were pending when Redis fell back: a later decision may be lost, and then only
 * the tag on the resource still shows it (law 8). Called before the first survey of the new incarnation, which reads
 * the tags, and before any tag is written. The tag stays until a person removes it.
 */
export async function leaveTagsOfLostDecisions(deps: ProtectDeps, namespace: Namespace): Promise<void> {
  const blocker = await deps.watch.deleteBlocker(namespace);
  // A namespace without a survey has lost nothing.
  if (blocker?.clause !== 'incarnation' || !(await deps.passes.get(namespace, 'mark'))) return;
  const pending = await deps.optOuts.pendingTags(namespace, Number.MAX_SAFE_INTEGER, ALL_TAGS);
  for (const tag of pending.filter(({ until }) => until === undefined)) {
    await deps.optOuts.settleTag(namespace, tag);
    const { id } = tag;
    deps.audit.log({ at: deps.clock.now(), namespace, id, event: 'protected', actor: 'holystone', reason: LEFT });
  }
}

const LEFT = 'keep tag unchanged: Redis may have gone back to an older state without a later decision to keep';

async function writeTag(
  deps: ProtectDeps,
  { wc, session }: Opened,
  tag: PendingTag,
  until: PendingTag['until'],
): Promise<void> {
  const { namespace } = wc;
  const now = deps.clock.now();
  try {
    await session.verifyAccount();
    const reads = session.getExisting ? session.getExisting([tag.id]) : session.get([tag.id]);
    const read = (await reads).get(tag.id);
    if (read?.kind === 'found') {
      await releaseOptedOut(deps, namespace, session, read.resource, until);
      const done = await session.protect?.(read.resource, until);
      if (done && done.did !== 'gone') {
        const id = tag.id;
        deps.audit.log({ at: now, namespace, id, event: 'protected', actor: 'holystone', ...described(done) });
      }
      await deps.optOuts.settleTag(namespace, tag);
    } else if (read?.kind === 'gone') await deps.optOuts.settleTag(namespace, tag);
    else await deps.optOuts.settleTag(namespace, tag, now + retryDelayMs(0));
  } catch (error) {
    deps.log.warn(
      { namespace, id: tag.id, problem: messageOf(error) },
      'writing the keep tag failed; Holystone will try again',
    );
    await deps.optOuts.settleTag(namespace, tag, now + retryDelayMs(0));
  }
}

/** A person who keeps a resource wants to use it: it leaves quarantine before anything else. */
async function releaseOptedOut(
  deps: ProtectDeps,
  namespace: Namespace,
  session: Session,
  resource: Resource,
  until: PendingTag['until'],
): Promise<void> {
  if (until === undefined || !session.quarantine) return;
  const inside = isQuarantined(resource) ? resource : await untagged(deps, namespace, session, resource);
  if (!inside) return;
  if (!(await release(deps, namespace, session, inside, { reason: 'opted out' }))) throw new Error('not released');
}

/** Its mark is gone with the decision: the record of quarantines says that Holystone has put it away. */
async function untagged(
  deps: ProtectDeps,
  namespace: Namespace,
  session: Session,
  resource: Resource,
): Promise<Resource | undefined> {
  const { id, identity } = resource;
  if (!session.quarantine?.tagAgain || !(await deps.quarantines.ids(namespace)).includes(id)) return undefined;
  return tagAgain(deps, session, resource, { namespace, identity });
}

async function settleAll(deps: ProtectDeps, { namespace }: WorkConfiguration, signal: AbortSignal): Promise<void> {
  const pending = await deps.optOuts.pendingTags(namespace, deps.clock.now(), TAGS_PER_PASS);
  for (const tag of pending) {
    if (signal.aborted) return;
    await deps.optOuts.settleTag(namespace, tag);
  }
}

const REASONS: Readonly<Record<Protection['did'], string>> = {
  written: 'keep tag written',
  alreadyKept: 'no keep tag written: an existing tag of another writer keeps it at least as long',
  removed: 'keep tag removed',
  putBack: 'keep tag removed, and the previous tag restored',
  notOurs: 'no keep tag removed: Holystone did not write it',
  gone: 'no keep tag written: the resource is gone',
};

function described({ did, before, after }: Protection) {
  return { reason: REASONS[did], before: tagState(before), after: tagState(after) };
}

function tagState(value: string | undefined): string {
  return value === undefined ? 'no keep tag' : `${KEEP_TAG}=${value}`;
}
