/** The sentences of a look, the same in the text and on the page. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { pluralOf } from '../../core/resource/typeName.ts';
import { roundMoney } from '../../core/text/money.ts';
import { shellWord } from '../../core/text/shell.ts';
import { countWords, notReadWords } from '../text/notJudgedPart.ts';
import type { Cost, Look } from './look.ts';
import { sumsBy, totalOf } from './sums.ts';

/** `up to $860`, or as a column `≤ $860`; empty: no cost, or no figure. */
export function costWords(cost: Cost | null, { prices }: Look, before: 'up to ' | '≤ '): string {
  if (cost === null || prices === undefined || cost.amount === 0) return '';
  return `${cost.upTo ? before : ''}${roundMoney(cost.amount, prices.currency)}`;
}

/** `121 EBS volumes` */
export function manyOf(count: number, called: string): string {
  return pluralize(count, called, pluralOf(called));
}

/** `This account wastes up to $4,812 a month in 312 things.` @returns with the sentence about what only looks unused */
export function headline(look: Look): readonly [wasted: string, inUse: string | undefined] {
  const { notLookedAt, called } = look;
  const account =
    notLookedAt === 0 ? `This ${called.account}` : `The part of this ${called.account} that was looked at`;
  return [`${account} ${wastedWords(look)}.`, inUseWords(look)];
}

function wastedWords(look: Look): string {
  const { wasted, called } = look;
  const cost = costWords(totalOf(wasted), look, 'up to ');
  const things = pluralize(wasted.length, 'thing');
  if (wasted.length === 0) return 'has nothing that is surely unused';
  if (cost !== '') return `wastes ${cost} a month in ${things}`;
  const hasFigure = look.prices !== undefined && wasted.every(({ monthlyCost }) => monthlyCost !== null);
  const none = wasted.length === 1 ? 'it costs nothing' : 'they cost nothing';
  return `has ${things} ${called.found}; ${hasFigure ? none : 'there is no figure of the cost'}`;
}

function inUseWords({ wasted, inUse: { length } }: Look): string | undefined {
  if (length === 0) return undefined;
  const [look, are] = length === 1 ? ['looks', 'is'] : ['look', 'are'];
  return `${length}${wasted.length === 0 ? '' : ' more'} ${look} unused and ${are} not`;
}

/** `1,204 calls, none that changes anything` */
export function callsWords({ calls }: Look): string {
  return `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}, none that changes anything`;
}

/** Rights that a sentence names. */
const NAMED_RIGHTS = 2;

/** Why some are unknown; absent: nothing is. @param command that prints the missing rights */
export function unknownWords({ unknown, unread, missingRights }: Look, command?: string): string | undefined {
  if (unknown === 0 && unread.length === 0) return undefined;
  const rights = missingRights.length;
  const more = rights > NAMED_RIGHTS ? ` and ${rights - NAMED_RIGHTS} more` : '';
  const named = `${missingRights.slice(0, NAMED_RIGHTS).join(', ')}${more}`;
  const because =
    rights > 0
      ? `${pluralize(rights, 'right is', 'rights are')} missing: ${named}`
      : `${pluralize(unread.length, 'read')} failed`;
  const what =
    unknown === 0
      ? 'Not everything was read'
      : `${pluralize(unknown, 'resource is', 'resources are')} unknown and would stay`;
  return `${what}, because ${because}${rights > 0 && command ? `; to print a policy with ${rights === 1 ? 'it' : 'them'}: ${command}` : ''}`;
}

/** `holystone iam-policy --from look.json`; absent: the provider has no such command. @param json the file of the document */
export function rightsCommandWords({ rightsCommand }: Look, json: string | undefined): string | undefined {
  return rightsCommand && json && `holystone ${rightsCommand} --from ${shellWord(json)}`;
}

/** What to do next: the command that makes a configuration of the look, or the page about it. @param json the file of the document */
export function nextWords({ account: { provider }, isStartable }: Look, json: string): string {
  return isStartable ? `holystone init --from ${shellWord(json)}` : `docs/${provider}.md says how to configure it`;
}

/** `17 regions`, or the only one. */
export function locationWords({ locations, called }: Pick<Look, 'locations' | 'called'>): string {
  return locations.length === 1 ? `${called.location} ${locations[0]}` : `${locations.length} ${called.locations}`;
}

/** The account: `acme-prod (111122223333)`. */
export function accountWords({ account: { id, name } }: Pick<Look, 'account'>): string {
  return name === id ? id : `${name} (${id})`;
}

/** The wasted by type and by owner, the costliest first. */
export function byType({ wasted }: Pick<Look, 'wasted'>) {
  return sumsBy(wasted, ({ called }) => called);
}

/** The words for no owner. */
export const NOBODY = 'no owner';

/** See {@link byType}. */
export function byOwner({ wasted }: Pick<Look, 'wasted'>) {
  return sumsBy(wasted, ({ owner }) => owner ?? NOBODY);
}

/** What the account has beside that, and that nothing judges; absent: nothing was found, and all could be read. */
export function notJudgedWords({ notJudged = [] }: Look): string | undefined {
  const found = notJudged.filter(({ things }) => things.length > 0).map(countWords);
  const parts = [...(found.length > 0 ? [found.join(', ')] : []), ...notReadWords(notJudged)];
  return parts.length === 0 ? undefined : `Not judged, and never touched: ${parts.join('. ')}`;
}
