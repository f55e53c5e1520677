/** The text of `holystone run` for people: an opening sentence, a block for each namespace, and closing lines. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import type { Outcome } from '../../core/policy/pass.ts';
import type { Action } from '../../core/policy/workConfiguration.ts';
import { type End, type Ends, joined as joinedEnds } from '../../core/resource/ends.ts';
import type { LookedFor } from '../../core/resource/lookedFor.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { endWords } from '../../core/text/endWords.ts';
import { visible } from '../../core/text/visible.ts';
import { minute, withMinutes } from './minutes.ts';

/** How far the passes of a namespace may go. */
export type RunMode = 'live' | 'canary' | 'notify' | 'noDelete' | 'plan' | 'dryRun';

/** The result of one pass, as `--output json` prints it, one a line. Instants in ms since the epoch. */
export interface RunLine {
  readonly namespace: Namespace;
  readonly action: Action;
  readonly outcome: Outcome;
  readonly counts: Readonly<Record<string, number>>;
  /** Empty where no pass began. */
  readonly passId: string;
  readonly problem: string | null;
  /** When the daemon would run the action again; `null` where no pass began. */
  readonly nextDueAt: number | null;
  /** Of a mark pass: names of the entry that the listing lacks, or that another place may have; `null` = it looks for none. */
  readonly lookedFor: readonly LookedFor[] | null;
  /** How many changes a tripwire stopped; `null` = it stopped none. */
  readonly stopped: number | null;
}

interface Opening {
  readonly actions: readonly Action[];
  readonly accounts: readonly string[];
  /** One for each namespace. */
  readonly modes: readonly RunMode[];
}

const MODE_WORDS: Readonly<Record<RunMode, string>> = {
  live: 'live',
  canary: 'live as a canary',
  notify: 'at the stage notify, without deletions',
  noDelete: 'without deletions, because `actions` has no `delete`',
  plan: 'at the stage plan, surveys only',
  dryRun: 'a dry run, which changes nothing',
};

/** Beside the name of a namespace. */
const MODE_LABELS: Readonly<Record<RunMode, string>> = {
  live: 'live',
  canary: 'canary',
  notify: 'stage notify',
  noDelete: 'no deletions',
  plan: 'stage plan',
  dryRun: 'dry run',
};

/** The most accounts that the opening names. */
const MOST_ACCOUNTS = 5;

/** @example `Holystone runs mark, notify and delete once in 2 namespaces of the account test: live.` */
export function openingText({ actions, accounts, modes }: Opening): string {
  if (modes.length === 0) {
    return `Holystone runs no pass: none of the chosen namespaces has the ${actions.length === 1 ? 'action' : 'actions'} ${joined(actions)}.`;
  }
  const place = `${pluralize(modes.length, 'namespace')} of the ${accounts.length === 1 ? 'account' : 'accounts'}`;
  const rest = accounts.length - MOST_ACCOUNTS;
  const names = rest > 0 ? [...accounts.slice(0, MOST_ACCOUNTS), `${rest} more`] : accounts;
  const kinds = (Object.keys(MODE_WORDS) as RunMode[]).flatMap((mode) => {
    const count = modes.filter((one) => one === mode).length;
    return count === 0 ? [] : [count === modes.length ? MODE_WORDS[mode] : `${count} ${MODE_WORDS[mode]}`];
  });
  return visible(`Holystone runs ${joined(actions)} once in ${place} ${joined(names)}: ${kinds.join('; ')}.`);
}

/** Counts whose names in JSON and in metrics have another verb than the rest of the text. */
const COUNT_WORDS: Readonly<Record<string, string>> = {
  noticed: 'notified',
  unnoticed: 'not notified',
  noRecipient: 'no owner to notify',
};

/** The passes of one namespace, in the order in which they ran, under its name. */
export function blockText(namespace: string, mode: RunMode, lines: readonly RunLine[], end: End): string {
  const words: Readonly<Record<string, string>> = { ...COUNT_WORDS, deleted: endWords[end].done };
  const passes = lines.flatMap(({ action, outcome, counts, problem }) => {
    const numbers = Object.entries(counts).filter(([, value]) => value > 0);
    const text = `  ${action}  ${outcome}  ${numbers.map(([name, value]) => `${words[name] ?? name} ${value}`).join(', ')}`;
    return [text.trimEnd(), ...(problem === null ? [] : [`    ${withMinutes(problem)}`])];
  });
  return [`${namespace}  ${MODE_LABELS[mode]}`, ...passes].map(visible).join('\n');
}

/** The facts of a run at its end. */
export interface Closing {
  readonly lines: readonly RunLine[];
  /** Messages to owners that a transport accepted, and messages that none accepted. */
  readonly messages: { readonly sent: number; readonly failed: number };
  /** The earliest planned deletion in a namespace that may delete; `at` in ms since the epoch. */
  readonly deletion?: { readonly at: number; readonly id: string; readonly namespace: Namespace } | undefined;
  /** Names of the configuration that the surveys did not find, with the namespaces that lack each. */
  readonly missing?: ReadonlyMap<string, readonly Namespace[]>;
  /** The address of the console, without a slash at its end. */
  readonly consoleUrl: string;
  /** The run was interrupted before its last pass. */
  readonly isCutShort: boolean;
  readonly exitCode: number;
  /** Ms since the epoch. */
  readonly now: number;
  /** What happens to the resources of a namespace. */
  readonly endOf: (namespace: Namespace) => End;
}

/** The last lines of `run`: its counts, the next date, and the exit code with its reason. */
export function closingText(closing: Closing): string {
  const { lines, messages, deletion, isCutShort } = closing;
  const done = [
    pluralize(lines.length, 'pass', 'passes'),
    `${total(lines, 'mark', 'listed')} listed`,
    `${total(lines, 'mark', 'marked')} marked`,
    ...(total(lines, 'mark', 'wouldMark') > 0 ? [`${total(lines, 'mark', 'wouldMark')} would be marked`] : []),
    `${pluralize(messages.sent, 'message')} sent`,
    `${total(lines, 'delete', 'deleted')} ${endWords[endedIn(closing)].done}`,
  ];
  const next = [...(deletion ? [deletionText(deletion, closing)] : []), ...passText(lines, closing.now)];
  return [
    `${isCutShort ? 'Ended early' : 'Done'}: ${done.join(', ')}.`,
    ...notFoundText(closing.missing),
    ...lines.flatMap((line) => reviewText(line, closing.consoleUrl)),
    ...(next.length === 0 ? [] : [`Next: ${next.join('; ')}.`]),
    `Exit code ${closing.exitCode}: ${reason(closing)}.`,
  ]
    .map(visible)
    .join('\n');
}

/** What to do about a pass that a tripwire stopped. */
function reviewText({ namespace, passId, stopped }: RunLine, consoleUrl: string): readonly string[] {
  if (stopped === null) return [];
  const page = `${consoleUrl}/blocked/${encodeURIComponent(namespace)}/${encodeURIComponent(passId)}`;
  return [`Review ${stopped}: ${page}, or \`holystone approve ${namespace} --pass ${passId}\`.`];
}

function notFoundText(missing: Closing['missing'] = new Map()): readonly string[] {
  return [...missing].map(([what, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${pluralize(others.length, 'other namespace')}`;
    return `Not found: ${what} (${first}${more}).`;
  });
}

function deletionText({ at, id, namespace }: NonNullable<Closing['deletion']>, { now, endOf }: Closing): string {
  const { noun } = endWords[endOf(namespace)];
  if (at <= now) return `${id} in ${namespace} is due for ${noun} since ${minute(at)}`;
  return `the earliest ${noun}, of ${id} in ${namespace}, is planned for ${minute(at)}`;
}

/**
 * The earliest date of a survey, or of a pass that has more to do. The daemon keeps it; a run by hand does not wait for
 * it. A complete notify or delete pass has a date too, but runs then only if there is work for it.
 */
function passText(lines: readonly RunLine[], now: number): readonly string[] {
  const more = lines.filter(({ action, outcome }) => action === 'mark' || outcome !== 'complete');
  const dated = more.flatMap(({ nextDueAt: at, ...line }) => (at === null ? [] : [{ ...line, at }]));
  const [first] = dated.sort((a, b) => a.at - b.at);
  if (!first) return [];
  const when = first.at <= now ? 'at once' : `from ${minute(first.at)}`;
  return [`\`holystone serve\` repeats ${first.action} of ${first.namespace} ${when}`];
}

function reason({ lines, messages, isCutShort }: Closing): string {
  const count = (...outcomes: readonly Outcome[]) => lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = count('failed');
  const withheld = count('incomplete', 'blocked');
  const reasons = [
    ...(failed > 0 ? [`${pluralize(failed, 'pass', 'passes')} failed`] : []),
    ...(messages.failed > 0 ? [`no transport accepted ${pluralize(messages.failed, 'message')}`] : []),
    ...(withheld > 0 ? [`${pluralize(withheld, 'pass', 'passes')} incomplete or blocked`] : []),
  ];
  const all = reasons.length === 0 ? ['no pass failed, was incomplete or was blocked'] : reasons;
  return [...all, ...(isCutShort ? ['the run was interrupted'] : [])].join('; ');
}

function total(lines: readonly RunLine[], action: Action, name: string): number {
  return lines.filter((line) => line.action === action).reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
}

/** What happened to the resources of these passes. */
function endedIn({ lines, endOf }: Pick<Closing, 'lines' | 'endOf'>): Ends {
  const ended = lines.filter(({ action, counts }) => action === 'delete' && (counts.deleted ?? 0) > 0);
  return joinedEnds(ended.map(({ namespace }) => endOf(namespace)));
}

function joined(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
