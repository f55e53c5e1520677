/** A plan for people: only namespaces with something to say, then the notes, and the sums as the last line. */

import { formatAge } from '../../core/common/duration.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { joined } from '../../core/resource/ends.ts';
import { endWords } from '../../core/text/endWords.ts';
import { visible } from '../../core/text/visible.ts';
import { providers } from '../../handlers/index.ts';
import { type NamespacePlan, type Plan, toDelete } from '../../lifecycle/index.ts';
import { costLines, costsPart, savedWords } from '../text/costLines.ts';
import { endOf } from '../text/endOf.ts';
import { evidenceLines } from '../text/evidenceLines.ts';
import { minute } from '../text/minutes.ts';
import { notJudgedPart } from '../text/notJudgedPart.ts';
import { type Page, put } from '../text/page.ts';
import { sourceWords } from '../text/sourceWords.ts';
import { groupWords, namesOf, type ProblemGroup, sharedProblems } from './problems.ts';
import { isLimit } from './quickWords.ts';
import { countsWords, rowLines, rowsOf } from './rows.ts';
import { notes, sumsLine } from './summary.ts';

/** `plan` passes these from its options; they choose rows and sections and change no verdict. */
export interface PlanWords {
  /** The rows come in this order already; the text only says so. */
  readonly sort?: 'cost' | undefined;
  /** Every namespace, every row, the evidence and the costs of accounts and owners. */
  readonly verbose?: boolean | undefined;
  /** Also each kept resource, with the reason: every row of every namespace that has any. */
  readonly kept?: boolean | undefined;
  /** How many namespaces have no plan, because the command was stopped. */
  readonly unfinished?: number | undefined;
  /** When this run began, ms since the epoch: older results are from before an interruption. Absent: all are new. */
  readonly startedAt?: number | undefined;
}

/** The rows of all namespaces together, and of each at least while the page has room, without `--verbose`. */
const [ROWS, ROWS_AT_LEAST] = [24, 3];

/** Lines with text that a page without `--verbose` has at most, if the heads of its namespaces leave room. */
const LINES = 60;

/** For a terminal: about 60 lines without `verbose`, and a problem of several namespaces only once. */
export function planText(
  plan: Plan,
  { sort, verbose = false, kept = false, unfinished = 0, startedAt = 0 }: PlanWords,
  page: Page,
): string {
  const { namespaces } = plan;
  const { color } = page;
  const groups = verbose ? [] : sharedProblems(namespaces);
  const isShared = (one: NamespacePlan) => groups.some(({ plans }) => plans.includes(one));
  const shown = namespaces.filter(
    (one) => verbose || (kept && one.counts.listed > 0) || (saysSomething(one) && !(isShared(one) && hasNoPlan(one))),
  );
  const quiet = namespaces.filter((one) => !shown.includes(one) && !isShared(one)).length;
  const rows = new Map(shown.map((one) => [one, rowsOf(one, sort, kept)]));
  const withRows = shown.filter((one) => rows.get(one)?.length).length;
  const now = Date.parse(plan.generatedAt);
  const sectionsWith = (most: number): readonly string[] =>
    shown.map((one) =>
      [
        ...put(headOf(one), page, 0, color.bold),
        ...readBefore(one, startedAt, now).flatMap((line) => put(line, page, 2, color.dim)),
        ...(isShared(one) ? [] : problemLines(one, page)),
        ...(verbose ? verboseLines(one, now) : []).flatMap((line) => put(line, page, 2, color.dim)),
        ...(verbose || sort === 'cost' ? costLines(one) : []).flatMap((line) => put(line, page, 2)),
        ...leftOut(one).flatMap((line) => put(line, page, 2, color.dim)),
        ...(most === 0 ? [] : rowLines(rows.get(one) ?? [], one, most, page)),
      ].join('\n'),
    );
  const rest =
    quiet === 0
      ? []
      : [
          `${pluralize(quiet, 'namespace has', 'namespaces have')} nothing to ${endWords[joined(namespaces.map(({ namespace }) => endOf(namespace)))].verb}`,
        ];
  const after = (most: number): readonly string[] => [
    ...groups.map((group) => groupLines(group, page).join('\n')),
    ...(verbose || sort === 'cost' ? costs(plan, page) : []),
    ...missing(plan.missingPermissions, page),
    ...notJudgedPart(plan.notJudged ?? [], verbose, page),
    [
      ...[
        ...(most === 0 && withRows > 0 ? ['Single resources are left out: --verbose shows them'] : []),
        ...[...rest, ...resumedNotes(namespaces, startedAt, now), ...notes(plan)],
      ].flatMap((line) => put(`${line}.`, page, 0, color.dim)),
      ...put(sumsLine(plan, unfinished), page, 0, color.bold),
    ].join('\n'),
  ];
  if (verbose || kept) return [...sectionsWith(Number.POSITIVE_INFINITY), ...after(1)].join('\n\n');
  const room = LINES - linesOf(after(0));
  for (let most = Math.max(ROWS_AT_LEAST, Math.floor(ROWS / Math.max(1, withRows))); most > 0; most -= 1) {
    const sections = sectionsWith(most);
    if (linesOf(sections) <= room) return [...sections, ...after(most)].join('\n\n');
  }
  return [sectionsWith(0).join('\n'), ...after(0)].filter((part) => part !== '').join('\n\n');
}

function linesOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.split('\n').length, 0);
}

function saysSomething({ counts, status }: NamespacePlan): boolean {
  return toDelete(counts) > 0 || counts.unknown > 0 || status !== 'complete';
}

/** It only repeats the problem that it shares with others. */
function hasNoPlan({ counts }: NamespacePlan): boolean {
  return toDelete(counts) === 0;
}

function headOf(plan: NamespacePlan): string {
  const status = plan.status === 'complete' ? '' : `${perhaps(plan)}${plan.status}, `;
  const saved = savedWords(plan, isLimit(plan));
  return `${plan.namespace}: ${status}${countsWords(plan)}${saved === undefined ? '' : `, ${saved}`}`;
}

/** A tripwire counts the candidates; a whole plan may find fewer. */
function perhaps(plan: NamespacePlan): string {
  return plan.status === 'blocked' && isLimit(plan) ? 'perhaps ' : '';
}

function problemLines(plan: NamespacePlan, page: Page): readonly string[] {
  const { problem, status } = plan;
  if (problem === null) return [];
  const by = status === 'blocked' ? `${perhaps(plan)}blocked by ` : '';
  return put(`${by}${problem}`, page, 2, page.color.yellow);
}

function groupLines(group: ProblemGroup, page: Page): readonly string[] {
  return [...put(groupWords(group), page, 0, page.color.yellow), ...put(namesOf(group), page, 2, page.color.dim)];
}

function leftOut({ waivedEvidence, counts }: NamespacePlan): readonly string[] {
  return waivedEvidence.length > 0 && toDelete(counts) > 0 ? [`evidence left out: ${waivedEvidence.join('; ')}`] : [];
}

function verboseLines(plan: NamespacePlan, now: number): readonly string[] {
  const { notLiveBecause, live, neverDeletesBecause } = plan;
  return [
    ...(notLiveBecause === null ? [] : [`dry run: ${notLiveBecause}`]),
    ...(live && neverDeletesBecause !== null
      ? [`nothing is ${endWords[endOf(plan.namespace)].done}: ${neverDeletesBecause}`]
      : []),
    originLine(plan),
    ...evidenceLines(plan.evidence, now),
  ];
}

/** The starting stage, and the source of its account if the configuration does not list it. */
function originLine({ account: { name, title, from }, live, startStage }: NamespacePlan): string {
  const by = providers.find(({ discovery }) => discovery?.from === from)?.discovery?.title ?? from;
  const starts = `${live ? 'starts' : 'would start'} at stage ${startStage}`;
  if (from === 'configuration') return starts;
  return `${starts}; account ${visible(name)}${title === null ? '' : ` (${visible(title)})`} from ${visible(by)}`;
}

function costs(plan: Plan, page: Page): readonly string[] {
  return costsPart(plan).map(([title = '', ...lines]) =>
    [...put(title, page, 0, page.color.bold), ...lines.flatMap((line) => put(line.trim(), page, 2))].join('\n'),
  );
}

/** The permission to grant first comes first. */
function missing(permissions: Plan['missingPermissions'], page: Page): readonly string[] {
  if (permissions.length === 0) return [];
  const title = 'Missing permissions, by the number of resources they block';
  const lines = permissions.flatMap(({ permission, places, blocks }) => {
    const many = blocks === null ? 'no resources could be listed' : `${blocks} unknown`;
    return put(`${permission}  ${many}  in ${places.join(', ')}`, page, 2);
  });
  return [[...put(title, page, 0, page.color.bold), ...lines].join('\n')];
}

/** For a namespace that an earlier run read. @param startedAt when this run began, ms since the epoch */
function readBefore({ readAt }: NamespacePlan, startedAt: number, now: number): readonly string[] {
  const at = Date.parse(readAt);
  return at < startedAt ? [`read ${formatAge(now - at)} ago, at ${minute(at)}, before the interruption`] : [];
}

/** Notes for all namespaces; none where this run read everything. */
function resumedNotes(plans: readonly NamespacePlan[], startedAt: number, now: number): readonly string[] {
  const before = plans.filter(({ readAt }) => Date.parse(readAt) < startedAt);
  const times = before.map(({ readAt }) => Date.parse(readAt)).sort((a, b) => a - b);
  const [first = now, last = now] = [times[0], times.at(-1)];
  const span = minute(first) === minute(last) ? `at ${minute(first)}` : `from ${minute(first)} to ${minute(last)}`;
  const oldest = new Map<string, number>();
  for (const { source, readAt } of plans.filter((plan) => !before.includes(plan)).flatMap(({ evidence }) => evidence)) {
    const at = Date.parse(readAt);
    if (at < startedAt) oldest.set(source, Math.min(at, oldest.get(source) ?? at));
  }
  return [
    ...(before.length > 0
      ? [`${pluralize(before.length, 'namespace was', 'namespaces were')} read before the interruption, ${span}`]
      : []),
    ...(oldest.size > 0 ? [`Part of the evidence was read before the interruption: ${partsWords(oldest, now)}`] : []),
  ];
}

/** `launch permissions, the oldest answer 12 minutes ago` */
function partsWords(oldest: ReadonlyMap<string, number>, now: number): string {
  return [...oldest]
    .map(([source, at]) => `${sourceWords(source)}, the oldest answer ${formatAge(now - at)} ago`)
    .join('; ');
}
