/** What nothing judges, for people: one line per kind, and one for each reason why some could not be listed. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { totalOf } from '../../core/resource/prices.ts';
import { money, totalWords } from '../../core/text/money.ts';
import type { NotJudged } from '../../lifecycle/index.ts';
import { type Page, put } from './page.ts';

const TITLE = 'Not judged: Holystone never marks, stops or deletes these (docs/not-judged.md)';

/** @param isWhole each thing has its own line @returns no part where there is nothing to say */
export function notJudgedPart(kinds: readonly NotJudged[], isWhole: boolean, page: Page): readonly string[] {
  if (kinds.length === 0) return [];
  const { bold, dim } = page.color;
  const lines = kinds.flatMap((kind) => {
    if (kind.things.length === 0) return [];
    const head = put(`${countWords(kind)}: ${kind.because}`, page, 2);
    return isWhole ? [...head, ...thingWords(kind).flatMap((line) => put(line, page, 4, dim))] : head;
  });
  const gaps = notReadWords(kinds).flatMap((line) => put(line, page, 2, dim));
  return [[...put(TITLE, page, 0, bold), ...lines, ...gaps].join('\n')];
}

/** `3 MemoryDB clusters, $51.00 a month; no list price for 1` */
export function countWords({ called, things }: NotJudged): string {
  const currency = things.find(({ monthlyCost }) => monthlyCost !== null)?.monthlyCost?.currency;
  const cost = currency && totalWords(totalOf(things.map(({ monthlyCost }) => monthlyCost ?? undefined)), currency);
  return `${pluralize(things.length, called)}${cost === undefined ? '' : ` (${cost})`}`;
}

function thingWords({ things }: NotJudged): readonly string[] {
  return things.map(({ account, location, name, monthlyCost }) => {
    const cost = monthlyCost === null ? '' : `  ${money(monthlyCost.amount, monthlyCost.currency)} a month`;
    return `${name}  in ${account}/${location}${cost}`;
  });
}

/** `Not read: needs es:ListDomainNames, memorydb:DescribeClusters (in 2 places)`; every other cause has a line of its own. */
export function notReadWords(kinds: readonly NotJudged[]): readonly string[] {
  const gaps = kinds.flatMap(({ called, notRead }) => notRead.map((gap) => ({ ...gap, called })));
  const lacking = gaps.filter(({ permission }) => permission !== null);
  const rights = [...new Set(lacking.map(({ permission }) => permission))].join(', ');
  const failed = gaps.filter(({ permission }) => permission === null);
  const causes = new Map(failed.map(({ why }) => [why, failed.filter((one) => one.why === why)]));
  return [
    ...(lacking.length > 0 ? [`Not read: needs ${rights} (${placesWords(lacking)})`] : []),
    ...[...causes].map(([why, same]) => {
      const what = [...new Set(same.map(({ called }) => `${called}s`))].join(', ');
      return `Not read: ${what} (${placesWords(same)}): ${why}`;
    }),
  ];
}

function placesWords(gaps: readonly { readonly account: string; readonly location: string }[]): string {
  const places = [...new Set(gaps.map(({ account, location }) => `${account}/${location}`))];
  return places.length === 1 ? `in ${places[0]}` : `in ${places.length} places`;
}
