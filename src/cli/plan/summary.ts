/** The last lines of a plan: its notes, each once for all namespaces, and the sums. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { joined } from '../../core/resource/ends.ts';
import { bytesWords, sumOfBytes } from '../../core/text/bytes.ts';
import { type EndWords, endWords } from '../../core/text/endWords.ts';
import { money } from '../../core/text/money.ts';
import { shellWord } from '../../core/text/shell.ts';
import { visible } from '../../core/text/visible.ts';
import { type CannotSee, type NamespacePlan, type Plan, toDelete } from '../../lifecycle/index.ts';
import { endOf } from '../text/endOf.ts';
import { isLimit, limited, quickNotes } from './quickWords.ts';

/** So many families of a namespace are named. */
const SHOWN = 3;

/** One line for each namespace under review: what is held, and what to do. */
function reviewNotes(namespaces: readonly NamespacePlan[]): readonly string[] {
  return namespaces.flatMap((plan) => (plan.review === undefined ? [] : [noteOf(plan, plan.review)]));
}

function noteOf(
  { namespace }: NamespacePlan,
  { passId, held, families }: NonNullable<NamespacePlan['review']>,
): string {
  const what =
    held === 0
      ? `${namespace} is under review, and nothing of it waits: the daemon marks nothing new there until somebody approves that`
      : `${pluralize(held, 'resource')} of ${namespace} ${held === 1 ? 'is' : 'are'} held under review: the daemon marks none of them until somebody approves or keeps them`;
  if (passId === null) return `${what}; the next mark pass says what to approve`;
  const approve = `holystone approve ${namespace} --pass ${passId}`;
  const options = families.slice(0, SHOWN).map(({ name, size }) => `--family ${shellWord(name)} (${size})`);
  const more = families.length > SHOWN ? [`${families.length - SHOWN} more families`] : [];
  if (options.length === 0) return `${what}. Approve all of it: \`${approve}\``;
  return `${what}. Approve all of it with \`${approve}\`, or families: ${[...options, ...more].join(', ')}`;
}

/**
 * `Plan: 126 to delete ($412.00 a month), 246 kept, 0 unknown, 1 blocked, 0 incomplete; 3 owners.`, and of a quick plan
 * `Plan: at most 126 to delete (at most $412.00 a month), at least 246 kept, …`
 * @param unfinished namespaces that were not read
 */
export function sumsLine(plan: Plan, unfinished: number): string {
  const { namespaces } = plan;
  const sum = (count: (one: NamespacePlan) => number) => namespaces.reduce((total, one) => total + count(one), 0);
  const withStatus = (status: NamespacePlan['status']) => sum((one) => Number(one.status === status));
  const { listed, candidate, keep, unknown } = {
    listed: sum(({ counts }) => counts.listed),
    candidate: sum(({ counts }) => toDelete(counts)),
    keep: sum(({ counts }) => counts.keep),
    unknown: sum(({ counts }) => counts.unknown),
  };
  const isQuick = namespaces.some(isLimit);
  const costs = candidate === 0 ? '' : inBrackets(spaceWords(namespaces, isQuick), costWords(plan, isQuick));
  const owners = ownersOf(namespaces).size;
  const sums = [
    `${limited('at most', candidate, isQuick)} to ${plannedWords(namespaces).verb}${costs}`,
    `${limited('at least', keep, isQuick)} kept`,
    `${unknown} unknown`,
    `${limited('at most', withStatus('blocked'), isQuick)} blocked`,
    `${withStatus('incomplete')} incomplete`,
  ];
  const whose = listed === 0 ? '' : `; ${isQuick ? 'at most ' : ''}${pluralize(owners, 'owner')}`;
  const of = `${namespaces.length} of ${namespaces.length + unfinished} namespaces`;
  return `${unfinished === 0 ? 'Plan' : `Plan of ${of}`}: ${sums.join(', ')}${whose}.`;
}

/** What would happen to the resources that are planned. */
function plannedWords(namespaces: readonly NamespacePlan[]): EndWords {
  const planned = namespaces.filter(({ counts }) => toDelete(counts) > 0);
  return endWords[joined(planned.map(({ namespace }) => endOf(namespace)))];
}

function ownersOf(namespaces: readonly NamespacePlan[]): ReadonlySet<string> {
  const candidates = namespaces.flatMap(({ resources }) =>
    resources.filter(({ verdict }) => verdict === 'candidate' || verdict === 'held'),
  );
  return new Set(candidates.flatMap(({ owner }) => (owner === null ? [] : [owner])));
}

function inBrackets(...parts: readonly (string | undefined)[]): string {
  const sentences = parts.filter((part) => part !== undefined);
  return sentences.length === 0 ? '' : ` (${sentences.join(', ')})`;
}

/** Layers and versions may stay, so the most that is freed is said. */
function spaceWords(namespaces: readonly NamespacePlan[], isQuick: boolean): string | undefined {
  const bytes = sumOfBytes(namespaces.map(({ freesBytes }) => freesBytes));
  return bytes === undefined ? undefined : `${isQuick ? 'at most' : 'up to'} ${bytesWords(bytes)}`;
}

function costWords({ monthlyCost: { total }, namespaces }: Plan, isQuick: boolean): string | undefined {
  const currency = namespaces.find(({ prices }) => prices !== null)?.prices?.currency;
  if (currency === undefined) return undefined;
  const { amount, upTo, staying } = total;
  if (amount) return `${isQuick ? 'at most ' : upTo ? 'up to ' : ''}${money(amount, currency)} a month`;
  return staying === null ? undefined : `no saving: snapshots of up to ${money(staying, currency)} a month are kept`;
}

/** Facts that are true of several namespaces, for people. */
export function notes({ namespaces, keptNothing = [], cannotSee = [] }: Plan): readonly string[] {
  const planned = namespaces.filter(({ counts }) => toDelete(counts) > 0);
  return [
    ...quickNotes(namespaces),
    ...blockedNote(namespaces),
    ...reviewNotes(namespaces),
    ...keptNothing.map(({ key, entry }) => `\`${key}\` with ${visible(entry)} kept nothing`),
    ...cannotSee.map(unseenWords),
    ...ownerNotes(planned),
    ...grouped(
      planned,
      ({ ownersProblem }) => ownersProblem,
      (sentence) => sentence,
    ),
    ...grouped(planned, pricesOf, (sentence) => sentence),
    ...grouped(namespaces, notLive, (sentence, who) => `${who === '' ? 'In' : `${who}in`} dry run: ${sentence}`),
    ...grouped(
      namespaces,
      deletesNothing,
      (sentence, who) => `${who === '' ? 'Nothing' : `${who}nothing`} is deleted: ${sentence}`,
    ),
    ...(namespaces.some(({ stateless }) => stateless)
      ? ['Redis was not read: opt-outs and last-use records may be missing']
      : []),
  ];
}

/** So many fit into a line or two; the document has all. */
const SHOWN_USERS = 3;

function unseenWords({ resourceType, users }: CannotSee): string {
  const more = users.length - SHOWN_USERS;
  const shown = [...users.slice(0, SHOWN_USERS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `Cannot see users of \`${resourceType}\` among these: ${shown} (docs/evidence.md)`;
}

function notLive({ live, notLiveBecause }: NamespacePlan): string | null {
  return live ? null : notLiveBecause;
}

function deletesNothing({ live, neverDeletesBecause }: NamespacePlan): string | null {
  return live ? neverDeletesBecause : null;
}

function pricesOf({ prices, monthlyCost: { amount, staying } }: NamespacePlan): string | null {
  if (prices === null || (!amount && staying === null)) return null;
  return `Costs are list prices of ${prices.date}${prices.old ? ', out of date' : ''}`;
}

function blockedNote(namespaces: readonly NamespacePlan[]): readonly string[] {
  const blocked = namespaces.filter(({ status }) => status === 'blocked');
  if (blocked.length === 0) return [];
  const names = new Set(blocked.flatMap(({ trips = [] }) => trips.map(({ code }) => `tripwires.${code}`)));
  // A plan of an earlier version that goes on has no values.
  const raise = names.size === 0 ? '' : `, or raise ${[...names].join(' and ')}`;
  return [
    `${blocked.length} blocked: the daemon would mark nothing there until an operator has reviewed it. If the resources are the right ones, ` +
      `approve the blocked ${blocked.length === 1 ? 'pass' : 'passes'} with \`holystone approve\`${raise}`,
  ];
}

function ownerNotes(planned: readonly NamespacePlan[]): readonly string[] {
  const sum = (count: (owners: NamespacePlan['owners']) => number) =>
    planned.reduce((total, { owners }) => total + count(owners), 0);
  const [unowned, invalid] = [sum((owners) => owners.unowned), sum((owners) => owners.invalidOwner)];
  return [
    ...(unowned > 0
      ? [`${unowned} ${unowned === 1 ? 'has' : 'have'} no owner: notice.fallback is notified, unownedRetention applies`]
      : []),
    ...(invalid > 0
      ? [`${invalid} ${invalid === 1 ? 'has' : 'have'} an owner tag or entry without a valid address`]
      : []),
  ];
}

/** One line for each answer. @param words get the answer, and who has it: `all 36 namespaces: ` */
function grouped(
  namespaces: readonly NamespacePlan[],
  answer: (one: NamespacePlan) => string | null,
  words: (sentence: string, who: string) => string,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of namespaces) {
    const sentences = answer(one);
    if (sentences !== null) counts.set(sentences, (counts.get(sentences) ?? 0) + 1);
  }
  const who = (count: number) => `${count === namespaces.length ? 'All ' : ''}${pluralize(count, 'namespace')} `;
  return [...counts].map(([sentence, count]) => words(sentence, namespaces.length === 1 ? '' : who(count)));
}
