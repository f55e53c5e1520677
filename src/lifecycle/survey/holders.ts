/** The users that must be deleted before the resources of a namespace: from marks, or from the plans of the same run. */
import type { Place } from '../../core/common/finding.ts';
import type { HolderState, Holders } from '../../core/evaluation/holders.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { nothingHappensNowBecause } from '../../core/policy/rollout.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
import { type Namespace, namespaceOf, partsOf } from '../../core/resource/namespace.ts';
import { sourceKey } from '../evidence/evidenceRows.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import type { Opened } from './opened.ts';

/** The holders that one type may have in the place. */
type Known = ReadonlyMap<string, HolderState> | 'unplanned';

/** `undefined` where the type is deleted after no other. @param isOwnTypeJudged see {@link Holders.isOwnTypeJudged} */
export async function loadHolders(
  deps: SurveyDeps,
  { wc, handler, scope }: Opened,
  isOwnTypeJudged: boolean,
): Promise<Holders | undefined> {
  const followed = wc.follows === undefined ? [] : [partsOf(wc.follows).resourceType];
  const types = [...(handler.after ?? []), ...followed];
  if (types.length === 0) return undefined;
  const { provider, name: account } = scope.account;
  const { location } = wc;
  const ownType = types.find((type) => isSameType(type, handler.resourceType)) ?? handler.resourceType;
  const own = await marksOf(deps, wc.namespace);
  const namespaces = new Map(
    types.map((type) => [
      type,
      type === ownType ? wc.namespace : namespaceOf({ provider, account, location, resourceType: type }),
    ]),
  );
  const known = new Map<string, Known>();
  for (const [type, namespace] of namespaces) {
    known.set(type, type === ownType ? statesOf(own) : await knownIn(deps, namespace, wc));
  }
  const deleted = await deletedHolders(deps, own.marks, namespaces, known);
  const held = new Map(own.marks.filter(({ waitsFor }) => waitsFor !== undefined).map((mark) => [mark.id, mark]));
  return {
    place: { account, location },
    ownType,
    types,
    isOwnTypeJudged,
    stateOf(type, id) {
      const states = known.get(type);
      if (states === 'unplanned') return { kind: 'unplanned' };
      return states?.get(id) ?? deleted.get(keyOf(type, id));
    },
    ended: endedFindings(own.marks, deleted, { account, location }),
    wasHeld: ({ id, identity }) => held.get(id)?.identity === identity,
  };
}

async function knownIn(deps: SurveyDeps, namespace: Namespace, wc: WorkConfiguration): Promise<Known> {
  const planned = deps.plannedIn?.(namespace);
  if (planned) return planned;
  if (!deps.marks) return 'unplanned';
  return (await waitsForEver(deps, namespace, wc)) ? new Map() : statesOf(await marksOf(deps, namespace));
}

/** What is marked and never deleted is a user like any other: nothing is told a date that comes after it. */
async function waitsForEver(
  { control, workConfigurationOf }: SurveyDeps,
  namespace: Namespace,
  wc: WorkConfiguration,
): Promise<boolean> {
  const other = workConfigurationOf?.(namespace);
  if (!control || !other) return false;
  const state = await control.read();
  return nothingHappensNowBecause(state, wc) === undefined && nothingHappensNowBecause(state, other) !== undefined;
}

interface Marks {
  readonly marks: readonly Mark[];
  readonly unreadable: readonly string[];
}

async function marksOf({ marks: store }: SurveyDeps, namespace: Namespace): Promise<Marks> {
  const unreadable: string[] = [];
  const marks: Mark[] = [];
  if (store) for await (const page of store.all(namespace, ({ id }) => unreadable.push(id))) marks.push(...page);
  return { marks, unreadable };
}

function statesOf({ marks, unreadable }: Marks): ReadonlyMap<string, HolderState> {
  return new Map<string, HolderState>([
    ...unreadable.map((id) => [id, { kind: 'unreadable', why: 'its mark cannot be read' }] as const),
    ...marks.map((mark) => [mark.id, stateOfMark(mark)] as const),
  ]);
}

function stateOfMark(mark: Mark): HolderState {
  const { projectedDeletionAt, nextAttemptAt = 0, problem, state, intent, owner, unowned = false } = mark;
  const dueAt = Math.max(projectedDeletionAt, nextAttemptAt);
  const isBegun = state === 'deleting' && intent?.to === undefined;
  return {
    ...{ kind: 'marked', dueAt },
    ...(problem === undefined ? {} : { problem }),
    ...(isBegun ? { isBegun } : {}),
    ...(owner === undefined ? {} : { owner: { owner, unowned } }),
  };
}

/** Events that say whether a resource exists. */
const LAST_WORDS: readonly AuditEvent[] = ['deleted', 'gone', 'marked', 'restored'];

/**
 * Users without a mark that Holystone deleted: the resources they held still wait for evidence that they are gone. Only
 * users that a mark of the namespace names are looked up, so that the audit is read only where one of them has gone.
 */
async function deletedHolders(
  { audit }: SurveyDeps,
  own: readonly Mark[],
  namespaces: ReadonlyMap<string, Namespace>,
  known: ReadonlyMap<string, Known>,
): Promise<ReadonlyMap<string, HolderState>> {
  const deleted = new Map<string, HolderState>();
  if (!audit) return deleted;
  const waits = own.flatMap(({ waitsFor = [] }) => waitsFor);
  for (const [type, namespace] of namespaces) {
    const states = known.get(type);
    if (states === undefined || states === 'unplanned') continue;
    const ids = new Set(waits.filter((wait) => wait.type === type && !states.has(wait.id)).map(({ id }) => id));
    if (ids.size === 0) continue;
    for (const [id, entries] of await audit.histories(namespace, [...ids])) {
      const last = entries.findLast(({ event }) => LAST_WORDS.includes(event));
      if (last?.event === 'deleted' || last?.event === 'gone')
        deleted.set(keyOf(type, id), { kind: 'deleted', at: last.lastAt ?? last.at });
    }
  }
  return deleted;
}

function endedFindings(
  own: readonly Mark[],
  deleted: ReadonlyMap<string, HolderState>,
  place: Place,
): Readonly<Record<string, number>> {
  const ended: Record<string, number> = {};
  for (const { type, id, findings } of own.flatMap(({ waitsFor = [] }) => waitsFor)) {
    if (!deleted.has(keyOf(type, id))) continue;
    for (const [source, count] of Object.entries(findings)) {
      const key = sourceKey(source, place);
      ended[key] = (ended[key] ?? 0) + count;
    }
  }
  return ended;
}

function isSameType(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function keyOf(type: string, id: string): string {
  return JSON.stringify([type, id]);
}
