/**
 * The part of a stored mark that scripts do not read, as a JSON array by position:
 * `[name, reasons, ownerVia, markedAt, createdAt, sizeBytes, notice, rare]`. `null` = absent; absent items at the end
 * are left out; the name is absent when it equals the id. A notice is
 * `[messageId, acceptedAt, shownAt, remindedBy, deletionAt, linksUntil]`; without the last four it showed the date of
 * the mark. With a key of `signing.keys` all items are there, and the keyed checksum follows them (sealedMark.ts).
 */

import type { Reason } from '../../core/common/reason.ts';
import type { Waited } from '../../core/evaluation/holders.ts';
import type { ResourceSummary } from '../../core/evaluation/nomination.ts';
import type { KnownUse } from '../../core/evaluation/verdict.ts';
import type { InUse } from '../../core/mark/inUse.ts';
import type { Intent, Mark, Notice, Quarantine } from '../../core/mark/mark.ts';
import { inEnglish } from '../../core/reason/english.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import { boolean, list, number, object, text } from './jsonShapes.ts';
import { encodeReason, reasonIn, reasonsIn } from './reasonValue.ts';

/** Fields that most marks do not have, by name. */
type Rare = Partial<
  Pick<
    Mark,
    'unproven' | 'entry' | 'unowned' | 'disclaimedBy' | 'attempts' | 'refusals' | 'nextAttemptAt' | 'problem' | 'intent'
  > & {
    group: string;
    keptAs: readonly string[];
    team: string;
    /** In English, for earlier versions, and as a value. */
    note: string;
    noted: unknown;
    /** The reasons as values. */
    why: readonly unknown[];
    /** Monthly cost: exact; at most `upTo`; at most this much for the part that `stays`. One of the three. */
    cost: number;
    upTo: number;
    stays: number;
    lastUse: readonly unknown[];
    /** `[at, until, made]`. */
    quarantine: readonly unknown[];
    /** `[since, endedAt, toldBy]`. */
    inUse: readonly unknown[];
    /** `[type, id, by, findings]` each. */
    waitsFor: readonly (readonly unknown[])[];
  }
>;
/** Every field is always present, so that a million of them are read quickly. */
interface Body extends Pick<Mark, 'resource' | 'reasons' | 'ownerVia' | 'markedAt' | 'attempts'> {
  readonly because: readonly Reason[] | undefined;
  readonly unproven: true | undefined;
  readonly entry: string | undefined;
  readonly unowned: boolean | undefined;
  readonly disclaimedBy: readonly string[] | undefined;
  readonly nextAttemptAt: number | undefined;
  readonly refusals: number | undefined;
  readonly problem: string | undefined;
  readonly intent: Intent | undefined;
  readonly quarantine: Quarantine | undefined;
  readonly waitsFor: Mark['waitsFor'] | undefined;
  readonly inUse: Mark['inUse'] | undefined;
  readonly notice: Omit<Notice, 'recipient' | 'generation' | 'validUntil'> | undefined;
}

/** The items of the JSON, without absent items at the end. */
export function encodeBody(mark: Mark): readonly unknown[] {
  const { id, reasons, ownerVia, markedAt, resource, notice } = mark;
  const name = resource.name === id ? null : resource.name;
  const body: unknown[] = [name, reasons, ownerVia, markedAt, resource.createdAt, resource.sizeBytes];
  body.push(notice && noticeOf(notice, mark.projectedDeletionAt), rareOf(mark));
  while (body.at(-1) === undefined) body.pop();
  return body;
}

function noticeOf(notice: Notice, projectedDeletionAt: number): readonly unknown[] {
  const { messageId, acceptedAt, shownAt, remindedBy, deletionAt, linksUntil } = notice;
  if (deletionAt !== undefined && linksUntil !== undefined) {
    return [messageId, acceptedAt, shownAt, remindedBy, deletionAt, linksUntil];
  }
  if (deletionAt !== undefined) return [messageId, acceptedAt, shownAt, remindedBy, deletionAt];
  if (remindedBy !== undefined) return [messageId, acceptedAt, shownAt, remindedBy];
  return shownAt === projectedDeletionAt ? [messageId, acceptedAt] : [messageId, acceptedAt, shownAt];
}

function rareOf(mark: Mark): Rare | undefined {
  const { unproven, entry, unowned, disclaimedBy, attempts, refusals, nextAttemptAt, problem, intent, quarantine } =
    mark;
  const { waitsFor, inUse, because } = mark;
  const { group, keptAs, note, lastUse, monthlyCost, team } = mark.resource;
  const own = group ?? keptAs ?? note ?? lastUse ?? monthlyCost ?? team;
  const reason = because ?? unproven ?? entry ?? unowned ?? disclaimedBy ?? problem ?? waitsFor;
  const tried = nextAttemptAt ?? refusals ?? intent ?? quarantine ?? inUse;
  if ((own ?? reason ?? tried) === undefined && attempts === 0) return undefined;
  return {
    ...(group === undefined ? {} : { group }),
    ...(keptAs === undefined ? {} : { keptAs }),
    ...(team === undefined ? {} : { team }),
    ...(because === undefined ? {} : { why: because.map(encodeReason) }),
    ...(note === undefined ? {} : { note: inEnglish(note), noted: encodeReason(note) }),
    ...(monthlyCost === undefined ? {} : { [costName(monthlyCost)]: monthlyCost.amount }),
    ...(lastUse === undefined ? {} : { lastUse: lastUse.by === undefined ? [lastUse.at] : [lastUse.at, lastUse.by] }),
    ...(unproven === undefined ? {} : { unproven }),
    ...(entry === undefined ? {} : { entry }),
    ...(unowned === undefined ? {} : { unowned }),
    ...(disclaimedBy === undefined ? {} : { disclaimedBy }),
    ...(attempts === 0 ? {} : { attempts }),
    ...(refusals === undefined ? {} : { refusals }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    ...(problem === undefined ? {} : { problem }),
    ...(intent === undefined ? {} : { intent }),
    ...(quarantine === undefined ? {} : { quarantine: [quarantine.at, quarantine.until, quarantine.made] }),
    ...(inUse === undefined ? {} : { inUse: [inUse.since, inUse.endedAt, inUse.toldBy] }),
    ...(waitsFor === undefined
      ? {}
      : { waitsFor: waitsFor.map(({ type, id, by, findings }) => [type, id, by, findings]) }),
  };
}

function costName({ upTo, stays }: MonthlyCost): 'cost' | 'upTo' | 'stays' {
  if (stays) return 'stays';
  return upTo ? 'upTo' : 'cost';
}

function costIn({ cost, upTo, stays }: Readonly<Record<string, unknown>>): MonthlyCost | undefined {
  if (stays !== undefined) return { amount: number(stays), upTo: true, stays: true };
  if (upTo !== undefined) return { amount: number(upTo), upTo: true };
  return cost === undefined ? undefined : { amount: number(cost) };
}

/** Throws `SyntaxError` or `TypeError` for a text that `encodeBody` never writes. */
export function decodeBody(json: string, { id, projectedDeletionAt }: Pick<Mark, 'id' | 'projectedDeletionAt'>): Body {
  const [name, reasons, ownerVia, markedAt, createdAt, sizeBytes, notice, rare] = list(JSON.parse(json));
  const named = rare === undefined ? NOTHING_RARE : object(rare);
  const { group, note, lastUse, attempts, refusals, unowned, disclaimedBy, nextAttemptAt } = named;
  const { problem, intent, quarantine, waitsFor, inUse, noted, why } = named;
  const sentences = list(reasons).map(text);
  return {
    resource: summaryOf({
      name: name ?? id,
      group,
      keptAs: named.keptAs,
      createdAt,
      sizeBytes,
      note: note === undefined ? undefined : reasonIn(noted, text(note)),
      lastUse,
      monthlyCost: costIn(named),
      team: named.team,
    }),
    reasons: sentences,
    because: why === undefined ? undefined : reasonsIn(list(why), sentences),
    ownerVia: text(ownerVia),
    markedAt: number(markedAt),
    attempts: attempts === undefined ? 0 : number(attempts),
    refusals: refusals === undefined ? undefined : number(refusals),
    unproven: named.unproven === undefined ? undefined : true,
    entry: named.entry === undefined ? undefined : text(named.entry),
    unowned: unowned === undefined ? undefined : boolean(unowned),
    disclaimedBy: disclaimedBy === undefined ? undefined : list(disclaimedBy).map(text),
    nextAttemptAt: nextAttemptAt === undefined ? undefined : number(nextAttemptAt),
    problem: problem === undefined ? undefined : text(problem),
    intent: intent === undefined ? undefined : intentOf(object(intent)),
    quarantine: quarantine === undefined ? undefined : quarantineIn(list(quarantine)),
    waitsFor: waitsFor === undefined ? undefined : list(waitsFor).map((one) => waitedIn(list(one))),
    inUse: inUse === undefined ? undefined : inUseIn(list(inUse)),
    notice: isThere(notice) ? noticeIn(list(notice), projectedDeletionAt) : undefined,
  };
}

function noticeIn(stored: readonly unknown[], projectedDeletionAt: number) {
  const [messageId, acceptedAt, shownAt, remindedBy, deletionAt, linksUntil] = stored;
  return {
    messageId: text(messageId),
    acceptedAt: number(acceptedAt),
    shownAt: shownAt === undefined ? projectedDeletionAt : number(shownAt),
    ...(isThere(remindedBy) ? { remindedBy: text(remindedBy) } : {}),
    ...(deletionAt === undefined ? {} : { deletionAt: number(deletionAt) }),
    ...(linksUntil === undefined ? {} : { linksUntil: number(linksUntil) }),
  };
}

/** The same order of fields as in a new mark: a comparison of the JSON shows whether a resource changed. */
function summaryOf({
  name,
  group,
  keptAs,
  createdAt,
  sizeBytes,
  note,
  lastUse,
  monthlyCost,
  team,
}: Readonly<Record<Exclude<keyof ResourceSummary, 'monthlyCost' | 'note'>, unknown>> & {
  readonly monthlyCost: MonthlyCost | undefined;
  readonly note: Reason | undefined;
}): ResourceSummary {
  const summary: { -readonly [K in keyof ResourceSummary]: ResourceSummary[K] } = { name: text(name) };
  if (group !== undefined) summary.group = text(group);
  if (keptAs !== undefined) summary.keptAs = list(keptAs).map(text);
  if (isThere(createdAt)) summary.createdAt = number(createdAt);
  if (isThere(sizeBytes)) summary.sizeBytes = number(sizeBytes);
  if (lastUse !== undefined) summary.lastUse = useIn(list(lastUse));
  if (note !== undefined) summary.note = note;
  if (monthlyCost !== undefined) summary.monthlyCost = monthlyCost;
  if (team !== undefined) summary.team = text(team);
  return summary;
}

function useIn([at, by]: readonly unknown[]): KnownUse {
  return { at: number(at), ...(by === undefined ? {} : { by: text(by) }) };
}

function intentOf({ passId, at, acceptedAt, requestId, isOver, to }: Readonly<Record<string, unknown>>): Intent {
  return {
    passId: text(passId),
    at: number(at),
    ...(acceptedAt === undefined ? {} : { acceptedAt: number(acceptedAt) }),
    ...(requestId === undefined ? {} : { requestId: text(requestId) }),
    ...(isOver === true ? { isOver } : {}),
    ...(to === undefined ? {} : { to: quarantineWord(to) }),
  };
}

function quarantineWord(value: unknown): 'quarantine' {
  if (value !== 'quarantine') throw new TypeError('an unknown intent');
  return value;
}

function quarantineIn([at, until, made]: readonly unknown[]): Quarantine {
  return { at: number(at), until: number(until), ...(isThere(made) ? { made: text(made) } : {}) };
}

function inUseIn([since, endedAt, toldBy]: readonly unknown[]): InUse {
  return {
    since: number(since),
    ...(isThere(endedAt) ? { endedAt: number(endedAt) } : {}),
    ...(isThere(toldBy) ? { toldBy: text(toldBy) } : {}),
  };
}

function waitedIn([type, id, by, findings]: readonly unknown[]): Waited {
  const counts = Object.entries(object(findings)).map(([source, count]) => [source, number(count)] as const);
  return { type: text(type), id: text(id), by: text(by), findings: Object.fromEntries(counts) };
}

const NOTHING_RARE: Readonly<Record<string, unknown>> = {};

const isThere = (value: unknown) => value !== undefined && value !== null;
