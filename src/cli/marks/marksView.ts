/** The output of `marks`: the document for programs, and from it the text for people. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { hasValidNotice, type Mark } from '../../core/mark/mark.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { knownCost } from '../../core/resource/prices.ts';
import { endWords } from '../../core/text/endWords.ts';
import { money } from '../../core/text/money.ts';
import { type Page, put } from '../text/page.ts';
import type { MarksAnswer } from './readMarks.ts';

/** Instants in ISO 8601, UTC. Scripts rely on it: fields may be added, never renamed. */
interface MarkRow {
  readonly namespace: string;
  readonly id: string;
  readonly name: string;
  readonly state: Mark['state'];
  readonly owner: string | null;
  readonly reasons: readonly string[];
  readonly markedAt: string;
  readonly projectedDeletionAt: string;
  /** Has the date passed? */
  readonly due: boolean;
  /** When a transport accepted the notice that still counts; null = the owner has no valid notice. */
  readonly notifiedAt: string | null;
  /** Notices are off in its namespace: retention runs from the mark. */
  readonly noticeNeeded: boolean;
  readonly inQuarantineUntil: string | null;
  readonly problem: string | null;
  readonly nextAttemptAt: string | null;
  /** It is only stopped, not deleted. */
  readonly stops: boolean;
  /** Why Holystone deletes nothing in its namespace now; null = it may. */
  readonly noDeletionBecause: string | null;
  /** At list price; null = not known. */
  readonly monthlyCost: { readonly amount: number; readonly currency: string | null; readonly upTo: boolean } | null;
}

interface MarksDocument {
  readonly marks: readonly MarkRow[];
  readonly total: number;
  readonly optOuts: readonly {
    readonly namespace: string;
    readonly kind: 'id' | 'group' | 'pattern';
    readonly value: string;
    /** Of the resource when it was last marked; null = not known, a group or a pattern. */
    readonly name: string | null;
    readonly until: string;
    readonly actor: string;
    readonly reason: string | null;
  }[];
  readonly totalOptOuts: number;
  /** Why Holystone deletes nothing anywhere now; null = it may. */
  readonly stopped: string | null;
}

/** How a document comes to be: its namespaces, and the reasons against deletions in them. */
interface Circumstances {
  readonly configurationOf: (namespace: string) => WorkConfiguration | undefined;
  readonly forbiddenIn: (wc: WorkConfiguration) => string | undefined;
  readonly stopped: string | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

/** The JSON of `--output json`; instants are ISO 8601 in UTC, and an absent value is `null`. */
export function marksDocument(answer: MarksAnswer, circumstances: Circumstances): MarksDocument {
  return {
    marks: answer.marks.map((mark) => rowOf(mark, circumstances)),
    total: answer.total,
    optOuts: answer.kept.map(({ namespace, target, name, until, actor, reason }) => ({
      ...{ namespace, ...target, name: name ?? null, actor, reason: reason ?? null },
      until: until === 'forever' ? until : isoOf(until),
    })),
    totalOptOuts: answer.totalKept,
    stopped: circumstances.stopped ?? null,
  };
}

function rowOf(mark: Mark, { configurationOf, forbiddenIn, now }: Circumstances): MarkRow {
  const wc = configurationOf(mark.namespace);
  const cost = wc && knownCost(wc, mark.resource.monthlyCost);
  const { namespace, id, state, owner, reasons, projectedDeletionAt, nextAttemptAt, quarantine } = mark;
  return {
    ...{ namespace, id, name: mark.resource.name, state, owner: owner ?? null, reasons },
    markedAt: isoOf(mark.markedAt),
    projectedDeletionAt: isoOf(projectedDeletionAt),
    due: projectedDeletionAt <= now,
    notifiedAt: mark.notice && hasValidNotice(mark, now) ? isoOf(mark.notice.acceptedAt) : null,
    noticeNeeded: wc?.notice.enabled ?? true,
    inQuarantineUntil: quarantine ? isoOf(quarantine.until) : null,
    problem: mark.problem ?? null,
    nextAttemptAt: nextAttemptAt === undefined ? null : isoOf(nextAttemptAt),
    stops: wc?.stops ?? false,
    noDeletionBecause: (wc && forbiddenIn(wc)) ?? null,
    monthlyCost: cost ? { amount: cost.amount, currency: wc.prices?.currency ?? null, upTo: cost.upTo ?? false } : null,
  };
}

/** @param wanted the owner, as the person wrote it; absent = all */
export function marksText(document: MarksDocument, wanted: { owner?: string; others: readonly string[] }, page: Page) {
  const { color } = page;
  const { marks, total, optOuts, totalOptOuts, stopped } = document;
  const of = wanted.owner === undefined ? '' : ` of ${wanted.owner}`;
  const others = wanted.others.length === 0 ? '' : ` Some owners of marks: ${wanted.others.join(', ')}.`;
  const more = total - marks.length;
  return [
    ...(stopped === null ? [] : put(`STOPPED: ${stopped}`, page, 0, color.red)),
    ...(total === 0 ? put(`No marks${of}.${wanted.owner === undefined ? '' : others}`, page, 0) : []),
    ...(total === 0 ? [] : put(`${pluralize(total, 'mark')}${of}, the soonest first; times in UTC`, page, 0)),
    ...noDeletionLines(marks, page),
    ...marks.flatMap((row, at) => rowLines(row, marks[at - 1], page)),
    ...(more > 0 ? put(`… and ${more} with later dates; --limit ${total} shows all`, page, 2, color.dim) : []),
    ...(totalOptOuts === 0
      ? []
      : ['', ...put(`Kept${of === '' ? '' : ` by ${wanted.owner}`}: ${totalOptOuts}`, page, 0)]),
    ...optOuts.flatMap(({ kind, value, name, namespace, until, actor }) =>
      put(
        `${kind === 'id' ? '' : `${kind} `}${whatWords(value, name)} in ${namespace} ${untilWords(until)}, by ${actor}`,
        page,
        2,
      ),
    ),
    ...(totalOptOuts > optOuts.length ? put(`… and ${totalOptOuts - optOuts.length} more`, page, 2, color.dim) : []),
  ].join('\n');
}

/**
 * One line with the resource and its date, under it the owner and the reasons; the reasons once for a run of equal
 * ones.
 */
function rowLines(row: MarkRow, before: MarkRow | undefined, page: Page): readonly string[] {
  const { color } = page;
  const { id, name, namespace, owner, due, projectedDeletionAt, problem, nextAttemptAt } = row;
  const what = whatWords(id, name);
  const cost = costWords(row);
  const later = nextAttemptAt === null ? '' : `; next attempt ${minuteOf(nextAttemptAt)}`;
  const isSame = before !== undefined && aboutOf(before) === aboutOf(row);
  return [
    ...put(
      `${minuteOf(projectedDeletionAt)}  ${due ? 'due' : '   '}  ${noticeWords(row).padEnd(19)}  ${what}`,
      page,
      2,
      due ? color.red : undefined,
    ),
    ...(isSame && !cost
      ? []
      : put(
          `${[namespace, owner ?? 'no owner', ...(cost ? [cost] : []), ...row.reasons].join(' · ')}`,
          page,
          6,
          color.dim,
        )),
    ...(problem === null ? [] : put(`last attempt: ${problem}${later}`, page, 6, color.yellow)),
  ];
}

function aboutOf({ namespace, owner, reasons }: MarkRow): string {
  return JSON.stringify([namespace, owner, reasons]);
}

/** One line for each reason why nothing goes in some of the namespaces, whatever the dates. */
function noDeletionLines(rows: readonly MarkRow[], page: Page): readonly string[] {
  const namespaces = new Map<string, Set<string>>();
  for (const { noDeletionBecause: why, namespace } of rows) {
    if (why !== null) namespaces.set(why, (namespaces.get(why) ?? new Set()).add(namespace));
  }
  return [...namespaces].flatMap(([why, [first = '', ...others]]) => {
    const where = others.length === 0 ? first : `${first} and ${pluralize(others.length, 'other namespace')}`;
    return put(`Holystone deletes nothing in ${where}: ${why}`, page, 0, page.color.yellow);
  });
}

function noticeWords({ stops, state, inQuarantineUntil, notifiedAt, noticeNeeded, owner }: MarkRow): string {
  if (state === 'deleting') return `${endWords[stops ? 'stops' : 'deletes'].noun} under way`;
  if (inQuarantineUntil !== null) return 'in quarantine';
  if (notifiedAt !== null) return `notified ${notifiedAt.slice(0, 10)}`;
  if (!noticeNeeded) return 'needs no notice';
  return owner === null ? 'no owner to notify' : 'not notified yet';
}

function costWords({ monthlyCost }: MarkRow): string | undefined {
  if (!monthlyCost?.amount || monthlyCost.currency === null) return undefined;
  return `${monthlyCost.upTo ? 'up to ' : ''}${money(monthlyCost.amount, monthlyCost.currency)} a month`;
}

function whatWords(id: string, name: string | null): string {
  return name === null || name === id ? id : `${id} (${name})`;
}

function untilWords(until: string): string {
  return until === 'forever' ? 'forever' : `until ${minuteOf(until)}`;
}

/** `2026-11-25 05:22` */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
