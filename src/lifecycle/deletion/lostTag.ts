/**
 * Somebody removed the tag of a quarantine, as Terraform does with a tag that it does not know. Whatever Holystone put away is
 * given back: its mark and the definition from before say what it was, and the tag is written again for the way back.
 */
import { messageOf } from '../../core/common/errors.ts';
import { filterInSteps, LIGHT_STEP } from '../../core/common/steps.ts';
import { keptBecause } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { DefinitionStore } from '../../core/resource/definition.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { ownAlias, type Read, type Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { DeletePass } from './deleteContext.ts';
import { isPutAway, isQuarantined, settle } from './quarantine.ts';
import type { Present } from './resolveIntent.ts';

/** Why the mark ends, for people. */
const TAG_REMOVED = 'somebody removed the tag of its quarantine, so it is put back as it was';

/** What happened, for the log and the mark. */
const UNWRITTEN = 'the tag of its quarantine was removed, and could not be written again';

type Deps = Pick<LifecycleDeps, 'lastUsed' | 'clock' | 'log'> & Reading;

interface Reading {
  readonly definitions: Pick<DefinitionStore, 'read'>;
}

/**
 * @param of the mark, or only where it is, if a person's decision has removed the mark
 * @returns the resource with its tag; `undefined`: its tag is there, or Holystone has put nothing of it away
 * @throws Error where the definition cannot be read, or the tag not be written
 */
export async function tagAgain(
  { definitions }: Reading,
  { quarantine }: Session,
  resource: Resource,
  of: Pick<Mark, 'namespace' | 'identity' | 'quarantine' | 'unproven'>,
): Promise<Resource | undefined> {
  if (!quarantine?.tagAgain || isQuarantined(resource)) return undefined;
  // Law 8: whoever can write Redis declares nothing put away.
  if (of.unproven || resource.identity !== of.identity) return undefined;
  const { generations } = await definitions.read(of.namespace, resource.id);
  const { at: begun = Number.POSITIVE_INFINITY } = of.quarantine ?? {};
  // Newest first: a later one may be of what a person made of it.
  const before = generations.find(
    ({ stored, check }) => check === 'valid' && stored.identity === of.identity && stored.at <= begun,
  );
  return before && quarantine.tagAgain(resource, before.stored);
}

/**
 * Judges the resources in quarantine anew whose tag was removed: they are kept. Where the tag cannot be written, nothing is
 * decided, and the mark stays until it can.
 * @param judged is changed
 * @returns those that are kept now
 */
export async function keepUntagged(
  deps: Deps,
  session: Session,
  marks: readonly Mark[],
  judged: Map<string, Judged>,
): Promise<readonly Judged[]> {
  const kept: Judged[] = [];
  if (!session.quarantine?.tagAgain) return kept;
  for (const mark of await filterInSteps(marks, isPutAway, LIGHT_STEP)) {
    const found = judged.get(mark.id);
    if (!found || isQuarantined(found.resource)) continue;
    const now = await keptUntagged(deps, session, mark, found);
    if (now === undefined) continue;
    judged.set(mark.id, now);
    if (now.verdict.kind === 'keep') kept.push(now);
  }
  return kept;
}

async function keptUntagged(
  deps: Deps,
  session: Session,
  mark: Mark,
  { resource, verdict }: Judged,
): Promise<Judged | undefined> {
  const { namespace, id } = mark;
  try {
    const tagged = await tagAgain(deps, session, resource, mark);
    if (!tagged) return undefined;
    await deps.lastUsed.seen(namespace, [ownAlias(resource)], deps.clock.now());
    return { resource: tagged, verdict: keptBecause(verdict, TAG_REMOVED) };
  } catch (error) {
    const problem = messageOf(error);
    sayUnwritten(deps, namespace, id, problem);
    return { resource, verdict: { ...verdict, kind: 'unknown', reasons: [`${UNWRITTEN}: ${problem}`] } };
  }
}

/** A person's decision keeps it: that has removed its mark, and then only the record of quarantines says that Holystone has put it away. */
export function isDecided({ verdict }: Judged): boolean {
  return verdict.decidedBy === 'optOut';
}

/**
 * The same for those in the record of quarantines that a decision keeps. Whoever writes Redis can add to that record, so it only leads
 * to the release of what is kept.
 * @param found without a mark that says so
 * @returns those that have their tag again, and the ids for which it could not be written
 */
export async function keepDecided(
  deps: Deps,
  session: Session,
  namespace: Namespace,
  found: readonly Judged[],
): Promise<{ readonly tagged: readonly Judged[]; readonly failed: readonly string[] }> {
  const tagged: Judged[] = [];
  const failed: string[] = [];
  for (const { resource, verdict } of found) {
    const { id, identity } = resource;
    try {
      const again = await tagAgain(deps, session, resource, { namespace, identity });
      if (again) tagged.push({ resource: again, verdict });
    } catch (error) {
      sayUnwritten(deps, namespace, id, messageOf(error));
      failed.push(id);
    }
  }
  return { tagged, failed };
}

function sayUnwritten({ log }: Pick<Deps, 'log'>, namespace: Namespace, id: string, problem: string): void {
  log.warn({ namespace, id, problem }, `${UNWRITTEN}; Holystone will try again`);
}

/**
 * Reads of marks by their ids. A stopped resource without its tag reads as gone, as one does that stays stopped: whether the mark
 * says that it is ours is looked at first.
 */
export async function readMarked(
  session: Session,
  marks: readonly Mark[],
): Promise<ReadonlyMap<string, Read<Resource>>> {
  const reads = await session.get(marks.map(({ id }) => id));
  const gone = marks.filter((mark) => isPutAway(mark) && reads.get(mark.id)?.kind === 'gone').map(({ id }) => id);
  if (gone.length === 0 || !session.getExisting || !session.quarantine?.tagAgain) return reads;
  return new Map([...reads, ...(await session.getExisting(gone))]);
}

/**
 * Before its deletion: one in quarantine whose tag somebody removed is given back, and its mark ends.
 * @param isPut whether its step was begun
 */
export async function withItsTag(
  pass: DeletePass,
  session: Session,
  { mark, resource }: Present,
  isPut: boolean,
): Promise<readonly Present[]> {
  try {
    const tagged = isPut && (await tagAgain(pass.deps, session, resource, mark));
    if (!tagged) return [{ mark, resource }];
    await settle(pass, session, mark, tagged, { kind: 'undone', why: TAG_REMOVED });
  } catch (error) {
    await settle(pass, session, mark, resource, { kind: 'pending', why: `${UNWRITTEN}: ${messageOf(error)}` });
  }
  return [];
}
