/** The sentences of a look, the same in the text and on the page. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import type { Cost, Look } from './look.ts';
import { sumsBy, totalOf } from './sums.ts';

/** From here on nobody reads cents. */
const CENTS_BELOW = 100;

/** `$4,812`, and with cents below a hundred. */
function amountWords(amount: number, currency: string): string {
  const digits = amount >= CENTS_BELOW ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}

/** `up to $860`, or as a column `≤ $860`; empty: no cost, or no figure. */
export function costWords(cost: Cost | null, { prices }: Look, before: 'up to ' | '≤ '): string {
  if (cost === null || prices === undefined || cost.amount === 0) return '';
  return `${cost.upTo ? before : ''}${amountWords(cost.amount, prices.currency)}`;
}

/** `121 EBS volumes` */
export function manyOf(count: number, called: string): string {
  return pluralize(count, called, pluralOf(called));
}

/** `Elastic IP addresses` */
export function pluralOf(called: string): string {
  return /s$/.test(called) ? `${called}es` : `${called}s`;
}

/** `This account wastes up to $4,812 a month in 312 things.` @returns with the sentence about what only looks unused */
export function headline(look: Look): readonly [wasted: string, inUse: string | undefined] {
  const account = look.notLookedAt === 0 ? 'This account' : 'The part of this account that was looked at';
  return [`${account} ${wastedWords(look)}.`, inUseWords(look)];
}

function wastedWords(look: Look): string {
  const { wasted } = look;
  const cost = costWords(totalOf(wasted), look, 'up to ');
  const things = pluralize(wasted.length, 'thing');
  if (wasted.length === 0) return 'has nothing that is surely unused';
  if (cost !== '') return `wastes ${cost} a month in ${things}`;
  const hasFigure = look.prices !== undefined && wasted.every(({ monthlyCost }) => monthlyCost !== null);
  const none = wasted.length === 1 ? 'it costs nothing' : 'they cost nothing';
  return `has ${things} that nothing uses; ${hasFigure ? none : 'there is no figure of the cost'}`;
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

/** Why some are unknown; absent: nothing is. */
export function unknownWords({ unknown, unread, missingRights }: Look): string | undefined {
  if (unknown === 0 && unread.length === 0) return undefined;
  const rights = missingRights.length;
  const because =
    rights > 0
      ? `${pluralize(rights, 'right is', 'rights are')} missing: ${missingRights.join(', ')}`
      : `${pluralize(unread.length, 'read')} failed`;
  return `${unknown === 0 ? 'Not everything was read' : `${pluralize(unknown, 'resource is', 'resources are')} unknown and would stay`}, because ${because}`;
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
