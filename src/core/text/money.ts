/** Costs in words, for all texts to people. */
import type { Language } from '../common/language.ts';
import type { CostTotal, MonthlyCost } from '../resource/prices.ts';

/** `$1,234.50` in the language's format; below a cent `<$0.01`, because a small cost is not free. */
export function money(amount: number, currency: string, language: Language = 'en'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return amount > 0 && amount < 0.01 ? `<${format.format(0.01)}` : format.format(amount);
}

/** From here on nobody reads cents. */
const CENTS_BELOW = 100;

/** `$4,812`, and with cents below a hundred. */
export function roundMoney(amount: number, currency: string): string {
  const digits = amount >= CENTS_BELOW ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}

/** Only snapshots ever stay when a resource with a figure is deleted. */
const STAYING = 'in snapshots, which are kept';

/** `up to $1.20` */
function costWords({ amount, upTo }: Pick<MonthlyCost, 'amount' | 'upTo'>, currency: string): string {
  return `${upTo ? 'up to ' : ''}${money(amount, currency)}`;
}

/**
 * `$12.00 a month, and up to $5.00 in snapshots, which are kept; no list price for 3`; `nothing` for resources without a
 * cost of their own; `undefined` when there is no figure.
 */
export function totalWords({ amount, upTo, staying, unpriced }: CostTotal, currency: string): string | undefined {
  if (amount === 0 && staying === undefined) return unpriced === 0 ? 'nothing' : undefined;
  const own = !amount ? undefined : `${costWords({ amount, ...(upTo ? { upTo } : {}) }, currency)} a month`;
  const rest = staying === undefined ? undefined : `up to ${money(staying, currency)}`;
  const missing = unpriced === 0 ? '' : `; no list price for ${unpriced}`;
  if (own === undefined) return rest === undefined ? undefined : `${rest} a month ${STAYING}${missing}`;
  return `${own}${rest === undefined ? '' : `, and ${rest} ${STAYING}`}${missing}`;
}
